"""Actions and observations, vector environments, Gymnasium, PettingZoo and OpenSpiel, with the real packages."""

import random
import threading

import hypothesis
import pytest
from hypothesis import strategies as st

import jogada
from conftest import SEED, random_game, scaled

np = pytest.importorskip("numpy")
GAMES = jogada.games()
HIDDEN = [name for name in GAMES if "hidden" in jogada.Game(name).traits]
SIZES = {"coins": (2, (2,)), "numbers": (16, (510, 3)), "tictactoe": (9, (2, 3, 3)), "pig": (2, (8,)),
         "connect4": (7, (2, 6, 7)), "kalah": (6, (14,)), "loa": (513, (2, 8, 8)), "domino": (113, (220,)),
         "magic": (217, (1032,))}

# ---- States ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_actions_and_observations(name, rng):
    game = jogada.Game(name)
    assert (game.actions, game.observation_shape) == SIZES[name]
    size = int(np.prod(game.observation_shape))
    out = np.zeros(size, np.uint8)
    for state in random_game(jogada, game, rng):
        for seat in range(game.seats):
            seen = state.observation(seat)
            assert len(seen) == size and state.observation(seat, out) is out and out.tobytes() == seen
            if "hidden" in game.traits:
                assert state.view(seat).sample(rng).observation(seat) == seen
        if state.turn < 0:
            continue
        actions, moves = state.actions(), state.moves()
        assert len(set(actions)) == len(moves) and [state.action(m) for m in moves] == actions
        assert [state.action_move(np.int64(a)) for a in actions] == moves
        assert state.view(state.turn).actions() == actions
        assert state.observation() == state.observation(state.turn)
        with pytest.raises(jogada.Error):
            state.action_move(-1)


def test_observation_errors():
    state = jogada.Game("kalah").start()
    for out in (np.zeros(13, np.uint8), np.zeros(14, np.float32), np.zeros((14, 2), np.uint8)[:, 0], bytearray(15)):
        with pytest.raises((ValueError, BufferError)):
            state.observation(0, out)
    with pytest.raises(BufferError):
        state.observation(0, bytes(14))
    with pytest.raises(jogada.Error):
        state.observation(2)
    out = bytearray(14)
    assert state.observation(0, out)[5] == 4
    assert jogada.Game("domino").start().outcome_count() == 1184040


# ---- Vectors ---------------------------------------------------------------------------------------


class Replay:
    """One game of a vector, replayed with Match, and the chance moves that its positions show."""

    def __init__(self, env, i):
        self.env, self.i = env, i
        self.begin()

    def begin(self):
        self.state = self.env.game_state(self.i)

    def follow(self, action, seat, info):
        env, i = self.env, self.i
        after = self.state.apply(self.state.action_move(action))
        ended = env.terminated[i] or env.truncated[i]
        if after.turn == jogada.OVER:
            score = after.score(seat % 2)
            assert env.terminated[i] and env.reward[i] == (score > 0) - (score < 0)
            assert info["final_obs"][i].tobytes() == after.observation(seat) and info["_final_obs"][i]
        elif after.turn >= 0 and not ended:
            assert env.game_state(i) == after
        self.begin()


@pytest.mark.parametrize("name", GAMES)
def test_vector(name):
    env = jogada.vector(name, 5, seed=SEED, threads=2)
    observation, info = env.reset()
    replays = [Replay(env, i) for i in range(5)]
    assert observation is env.observation and info["action_mask"] is env.mask
    for _ in range(scaled(150)):
        for i in range(5):
            state = env.game_state(i)
            assert state.turn == env.seat[i]
            assert env.observation[i].tobytes() == state.observation(state.turn)
            assert sorted(state.actions()) == list(np.flatnonzero(env.mask[i]))
        seats, actions = env.seat.copy(), env.sample().copy()
        *_, info = env.step(actions)
        for i in range(5):
            replays[i].follow(actions[i], seats[i], info)


@pytest.mark.parametrize("name", GAMES)
def test_threads_and_seeds(name):
    def play(threads, seed):
        env = jogada.vector(name, 200, threads=threads)
        env.reset(seed=seed)
        total = []
        for _ in range(40):
            observation, reward, *_ = env.step(env.sample())
            total.append((observation.tobytes(), reward.tobytes()))
        return total

    assert play(1, 7) == play(3, 7)
    assert play(1, 7) != play(1, 8)


def test_arrays_of_the_caller():
    mine = np.zeros((3, 14), np.uint8)
    env = jogada.vector("kalah", 3, seed=1, arrays={"observation": mine, "final_observation": None})
    assert env.reset()[0] is mine and mine.sum() == 3 * 48
    for wrong in (np.zeros((3, 13), np.uint8), np.zeros((3, 14), np.int16), np.zeros((14, 3), np.uint8).T):
        with pytest.raises((ValueError, BufferError)):
            jogada.vector("kalah", 3, arrays={"observation": wrong})
    with pytest.raises(ValueError, match="unknown array 'x'"):
        jogada.vector("kalah", 3, arrays={"x": mine})


@pytest.mark.parametrize("arrays", [{"observation": None}, {"mask": np.zeros(3)}])
def test_arrays_that_were_given_back_are_not_written(arrays):
    mine = np.zeros((3, 14), np.uint8)
    env = jogada.vector("kalah", 3, seed=1, arrays={"observation": mine})
    env.reset()
    try:
        env.__init__("kalah", 3, seed=1, arrays=arrays)
    except ValueError:
        pass
    mine[:] = 0
    env.reset()
    assert not mine.any()


def test_illegal_actions_change_nothing():
    env = jogada.vector("tictactoe", 3, seed=1)
    with pytest.raises(RuntimeError, match="reset"):
        env.step([0, 0, 0])
    env.reset()
    before = env.observation.copy()
    for actions in ([0, 0, 9], [0, -1, 0], [0, 0, 2**62]):
        with pytest.raises(jogada.Error, match="is illegal in game"):
            env.step(actions)
    for actions in ([0, 0], [0] * 4, 3):
        with pytest.raises(ValueError):
            env.step(actions)
    assert (env.observation == before).all()
    with pytest.raises(IndexError):
        env.game_state(3)
    with pytest.raises(jogada.Error):
        jogada.vector("tictactoe", 0)
    with pytest.raises(jogada.Error, match="limit"):
        jogada.vector("tictactoe", 1, limit=-1)


def test_seeds_of_resets():
    a, b = jogada.vector("domino", 4, seed=3), jogada.vector("domino", 4, seed=3)
    first = a.reset()[0].copy()
    assert (first == b.reset()[0]).all()
    second = a.reset()[0].copy()
    assert (second == b.reset()[0]).all() and (first != second).any()
    assert (a.reset(seed=3)[0] == first).all()


@pytest.mark.parametrize("name", GAMES)
def test_seeds_of_games(name):
    """A list of seeds: each game plays as the only one of an environment with its seed, whatever its index."""
    seeds = [3, 2**64 - 1, np.int64(3), 8]
    env, others = jogada.vector(name, 4, limit=20), [jogada.vector(name, 1, limit=20) for _ in seeds]
    env.reset(seed=seeds)
    for one, seed in zip(others, seeds):
        one.reset(seed=seed)
    for _ in range(scaled(60)):
        actions = env.sample().copy()
        for i, one in enumerate(others):
            assert (env.observation[i] == one.observation[0]).all() and env.seat[i] == one.seat[0]
            one.step(actions[i:i + 1])
        env.step(actions)
        assert env.reward.tolist() == [one.reward[0] for one in others]


def test_lists_of_seeds():
    a, b = jogada.vector("domino", 3, seed=[5, 6, 7]), jogada.vector("domino", 3)
    first = a.reset()[0].copy()
    for same in ([5, 6, 7], (5, 6, 7), np.array([5, 6, 7])):
        assert (b.reset(seed=same)[0] == first).all()
    b.reset(seed=[5, 6, 7])
    second = a.reset()[0].copy()
    assert (second == b.reset()[0]).all() and (second != first).any()
    assert (a.sample() == b.sample()).all()
    mixed = a.reset(seed=[5, None, None])[0].copy()
    assert (mixed[0] == first[0]).all() and (mixed[1:] != first[1:]).any()
    for bad, error in (([1, 2], ValueError), ([1, 2, 3, 4], ValueError), ([1, 2, -3], ValueError), ([], ValueError),
                       ([1, 2, 2**64], ValueError), ([1, 2, "3"], TypeError), ("123", TypeError), (b"123", TypeError),
                       ([1, 2, 3.0], TypeError), (np.zeros((3, 2), int), TypeError), (iter([1, 2, 3]), TypeError)):
        with pytest.raises(error):
            b.reset(seed=bad)


def test_limit_and_scores():
    env = jogada.vector("kalah", 20, seed=1, limit=4, scores=True)
    env.reset()
    for step in range(1, 9):
        env.step(env.sample())
        assert env.truncated.all() == (step % 4 == 0) and not env.terminated.any()
    env = jogada.vector("kalah", 50, seed=1, scores=True)
    env.reset()
    assert max(abs(env.step(env.sample())[1]).max() for _ in range(100)) > 1


def test_one_thread_at_a_time():
    env = jogada.vector("loa", 3000, seed=1)
    env.reset()
    refused, errors = [], []

    def work():
        mine = np.zeros(3000, np.int64)
        for _ in range(20):
            try:
                env.step(env.sample(mine))
            except RuntimeError as error:
                refused.append(str(error))
            except jogada.Error:
                pass  # the other thread stepped in between
            except Exception as error:
                errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and all("another thread" in text for text in refused)


VECTOR = jogada.vector("coins", 2, seed=1)
VECTOR.reset()
junk = st.one_of(st.none(), st.integers(), st.floats(), st.text(max_size=5), st.binary(max_size=20),
                 st.just(np.zeros(2)), st.lists(st.one_of(st.none(), st.integers(-2, 300)), max_size=3),
                 st.just(np.zeros(2, np.int64)))


@hypothesis.settings(max_examples=scaled(150), deadline=None, derandomize=True, database=None,
                     suppress_health_check=list(hypothesis.HealthCheck))
@hypothesis.given(st.sampled_from([n for n in dir(VECTOR) if not n.startswith("__")]), st.lists(junk, max_size=8))
def test_any_arguments(name, arguments):
    method = getattr(VECTOR, name)
    if callable(method):
        try:
            method(*arguments)
        except (TypeError, ValueError, BufferError, OverflowError, IndexError, RuntimeError):
            pass


# ---- Gymnasium -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium(name):
    gymnasium = pytest.importorskip("gymnasium")
    import jogada.gymnasium

    env = gymnasium.make_vec(f"jogada/{name}-v0", num_envs=4, limit=10)
    listed = env.reset(seed=[1, 2, 1, 2])[0]
    assert (listed[:2] == listed[2:]).all()
    assert isinstance(env.unwrapped, gymnasium.vector.VectorEnv) and env.num_envs == 4
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    observation, info = env.reset(seed=1)
    ended = 0
    for _ in range(30):
        assert env.observation_space.contains(observation)
        actions = np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]])
        assert env.action_space.contains(actions)
        before = observation.copy()
        after, reward, terminated, truncated, info = env.step(actions)
        assert (observation == before).all(), "arrays are copies"
        assert reward.shape == terminated.shape == truncated.shape == (4,)
        ended += (terminated | truncated).sum()
        assert ("final_obs" in info) == bool((terminated | truncated).any())
        observation = after
    assert ended >= 4
    env.close()


def test_info_of_gymnasium():
    """As from Gymnasium's own vector environments: a mask beside every key, and final observations as objects."""
    gymnasium = pytest.importorskip("gymnasium")
    import jogada.gymnasium

    env = jogada.gymnasium.VectorEnv("tictactoe", 6, seed=1)
    lists = gymnasium.wrappers.vector.DictInfoToList(jogada.gymnasium.VectorEnv("tictactoe", 6, seed=1))
    env.reset()
    lists.reset()
    ends = 0
    for _ in range(30):
        actions = env.sample().copy()
        *_, terminated, truncated, info = env.step(actions)
        listed = lists.step(actions)[-1]
        assert all(f"_{key}" in info for key in info if not key.startswith("_"))
        final = info.get("final_obs", [None] * 6)
        for i in range(6):
            assert (final[i] is not None) == terminated[i] == ("final_obs" in listed[i])
            assert (listed[i]["action_mask"] == info["action_mask"][i]).all()
            if terminated[i]:
                assert (final[i] == env.final_observation[i]).all() and not np.shares_memory(final[i], env.final_observation)
                ends += 1
    assert ends > 6 and not truncated.any()


def test_gymnasium_wrapper_and_render():
    gymnasium = pytest.importorskip("gymnasium")
    import jogada.gymnasium

    env = jogada.gymnasium.VectorEnv("kalah", 3, seed=1, render_mode="ansi")
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    counted.reset(seed=1)
    assert len(env.render()) == 3 and "4" in env.render()[0]
    episodes = 0
    for _ in range(200):
        *_, info = counted.step(env.sample())
        episodes += "episode" in info
    assert episodes
    with pytest.raises(ValueError):
        jogada.gymnasium.VectorEnv("kalah", 3, render_mode="human")


# ---- PettingZoo ------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo(name, capsys):
    pytest.importorskip("pettingzoo")
    import jogada.pettingzoo
    from pettingzoo.test import api_test, render_test, seed_test

    def make(render_mode=None):
        return jogada.pettingzoo.env(name, render_mode=render_mode)

    api_test(make(), num_cycles=scaled(200))
    seed_test(make, num_cycles=scaled(200))
    render_test(make, custom_tests={"svg": lambda picture: picture.startswith("<svg")})


def test_pettingzoo_games_end():
    pytest.importorskip("pettingzoo")
    import jogada.pettingzoo

    for spec, limit in (("domino:rounds=1", 0), ("loa", 12)):
        env = jogada.pettingzoo.env(spec, limit=limit)
        env.reset(seed=SEED)
        total = {agent: 0 for agent in env.possible_agents}
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            assert not truncated or limit
            env.step(None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"]))
        values = list(total.values())
        assert sum(values) == 0 and values[::2] == [values[0]] * (len(values) // 2)


# ---- OpenSpiel -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_openspiel(name, capfd):
    pyspiel = pytest.importorskip("pyspiel")
    import jogada.openspiel

    game = pyspiel.load_game(f"jogada_{name}")
    pyspiel.random_sim_test(game, num_sims=2, serialize=name in ("kalah", "pig", "magic"), verbose=False)
    assert game.num_distinct_actions() == SIZES[name][0]


def test_openspiel_deals_every_hand_alike():
    pyspiel = pytest.importorskip("pyspiel")
    import jogada.openspiel

    rng = random.Random(SEED)
    for _ in range(scaled(20)):
        state, probability = jogada.openspiel.game("domino").new_initial_state(), 1.0
        hands = jogada.Game("domino").start().outcome_count()
        begin = state.position
        while state.position == begin:
            outcomes = state.chance_outcomes()
            assert sum(p for _, p in outcomes) == pytest.approx(1) and len(outcomes) <= 32
            action, p = rng.choice(outcomes)
            probability *= p
            state.apply_action(action)
        assert probability == pytest.approx(1 / hands)


def test_openspiel_repetition_limit_and_memory():
    pytest.importorskip("pyspiel")
    import jogada.openspiel

    game = jogada.openspiel.game("loa")
    state = game.new_initial_state()
    for move in ("b1-b3", "a2-c2", "b3-b1", "c2-a2") * 2:
        assert not state.is_terminal()
        state.apply_action(state.position.action(move))
    assert state.is_terminal() and state.returns() == [0, 0]
    short = jogada.openspiel.game("kalah:houses=4", limit=3).new_initial_state()
    for _ in range(3):
        short.apply_action(short.legal_actions()[0])
    assert short.is_terminal() and short.returns() == [0, 0]
    duel = jogada.openspiel.game("domino").new_initial_state()
    while duel.is_chance_node():
        duel.apply_action(duel.chance_outcomes()[-1][0])
    seat = duel.current_player()
    other = (seat + 1) % 4
    shown = duel.information_state_string(other)
    assert duel.position.view(other).position == shown and duel.position.view(seat).position != shown
    assert len(duel.observation_tensor(seat)) == 220
    copy = duel.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(copy) != str(duel)


def dealt(name, rng):
    """The first position of OpenSpiel's game in which a seat has a choice."""
    state = jogada.openspiel.game(name).new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        chance = state.is_chance_node()
        state.apply_action(rng.choice(state.chance_outcomes())[0] if chance else state.legal_actions()[0])
    return state


@pytest.mark.parametrize("name", HIDDEN)
def test_openspiel_resamples_what_a_player_cannot_see(name, rng):
    pytest.importorskip("pyspiel")
    import jogada.openspiel

    state = dealt(name, rng)
    seat, other = state.current_player(), (state.current_player() + 1) % state.num_players()
    state.apply_action(state.legal_actions()[0])
    samples = [state.resample_from_infostate(seat, rng.random) for _ in range(10)]
    assert {s.information_state_string(seat) for s in samples} == {state.information_state_string(seat)}
    assert len({str(s) for s in samples}) > 1 and len({s.observation_string(other) for s in samples}) > 1
    assert not any(earlier in s.information_state_string(other) for s in samples for earlier, _ in state._recall[other])
    assert str(state.resample_from_infostate(seat, lambda: 0.5)) == str(state.resample_from_infostate(seat, lambda: 0.5))


@pytest.mark.parametrize("name", HIDDEN)
def test_algorithms_of_openspiel(name, rng):
    """Information set Monte Carlo tree search, counterfactual regret and environments, with hidden hands."""
    pytest.importorskip("pyspiel")
    import jogada.openspiel
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

    def search(game, seat, generator):
        evaluator = mcts.RandomRolloutEvaluator(1, generator)
        return ismcts.ISMCTSBot(game, evaluator, 1.4, 5, random_state=generator)

    state, game = dealt(name, rng), jogada.openspiel.game(name)
    assert search(game, 0, np.random.RandomState(1)).step(state) in state.legal_actions()
    assert jogada.match(name, jogada.openspiel.Bot(name, search), "random", games=2, seed=1).games == 2
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    assert solver._infostates
    env = rl_environment.Environment(game)
    step = env.reset()
    while not step.last():
        step = env.step([rng.choice(step.observations["legal_actions"][step.observations["current_player"]])])
    assert sum(step.rewards) == 0 and len(step.observations["info_state"][0]) == np.prod(game.rules.observation_shape)


def test_openspiel_bot_in_a_match():
    pyspiel = pytest.importorskip("pyspiel")
    import jogada.openspiel
    from open_spiel.python.algorithms import mcts

    def search(game, seat, rng):
        return mcts.MCTSBot(game, 2, 20, mcts.RandomRolloutEvaluator(random_state=rng), random_state=rng)

    result = jogada.match("tictactoe", jogada.openspiel.Bot("tictactoe", search), "random", games=20, seed=1)
    again = jogada.match("tictactoe", jogada.openspiel.Bot("tictactoe", search), "random", games=20, seed=1)
    assert result.games == 20 and result.score > 0.5 and result.wins == again.wins
    hidden = jogada.openspiel.Bot("domino:rounds=1", lambda game, seat, rng: pyspiel.make_uniform_random_bot(seat, 1))
    assert jogada.match("domino:rounds=1", hidden, "random", games=4, seed=1).games == 4
    with pytest.raises(ValueError, match="this bot plays"):
        jogada.match("kalah", jogada.openspiel.Bot("tictactoe", search), "random", games=2)
