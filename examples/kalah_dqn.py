"""Trains a small network to play Kalah by deep Q-learning (Mnih et al., 2015), on one core in a few minutes:

    python3 examples/kalah_dqn.py [--steps N]

One network plays both sides of 256 games in a vector environment. The reward of a move is what it adds to the lead in
seeds, which teaches faster than the result alone; the sum of a game is its score. In a zero-sum game the value of the
next position is the opponent's: it counts negatively, unless the same player moves again. Afterwards the network sits
in a match as a Bot, against `random` and `greedy`. Needs numpy and torch (pip install jogada[torch]).
"""

import argparse

import numpy as np
import torch

import jogada

GAMES, MEMORY, BATCH, REFRESH = 256, 200_000, 512, 20


def network(size, actions):
    return torch.nn.Sequential(torch.nn.Linear(size, 128), torch.nn.ReLU(), torch.nn.Linear(128, 128), torch.nn.ReLU(),
                               torch.nn.Linear(128, actions))


def inputs(observation):
    """Seeds as numbers near 1."""
    return torch.from_numpy(observation.astype(np.float32) / 8)


def lead(observation):
    """Seeds in the own store more than in the opponent's, for the seat that observes."""
    return observation[:, 6].astype(np.float32) - observation[:, 13]


def best(net, observation, mask):
    """The legal actions of the highest values, and these values."""
    with torch.no_grad():
        values = net(inputs(observation)).masked_fill(torch.from_numpy(mask == 0), -torch.inf)
    return values.max(dim=1)


class Memory:
    """The last transitions, in a ring."""

    def __init__(self, size, actions):
        self.rows = {"seen": np.zeros((MEMORY, size), np.uint8), "action": np.zeros(MEMORY, np.int64),
                     "reward": np.zeros(MEMORY, np.float32), "after": np.zeros((MEMORY, size), np.uint8),
                     "mask": np.zeros((MEMORY, actions), np.int8), "sign": np.zeros(MEMORY, np.float32)}
        self.count = 0

    def add(self, **new):
        at = (self.count + np.arange(len(new["action"]))) % MEMORY
        for name, values in new.items():
            self.rows[name][at] = values
        self.count += len(at)

    def draw(self, rng):
        at = rng.integers(min(self.count, MEMORY), size=BATCH)
        return {name: values[at] for name, values in self.rows.items()}


def learn(net, target, optimizer, batch):
    """One step towards reward + sign * value of the position after; sign is 0 where the game ended."""
    goal = torch.from_numpy(batch["reward"])
    going = batch["sign"] != 0
    if going.any():
        values = best(target, batch["after"][going], batch["mask"][going]).values
        goal[going] += torch.from_numpy(batch["sign"][going]) * values
    value = net(inputs(batch["seen"])).gather(1, torch.from_numpy(batch["action"])[:, None])[:, 0]
    loss = torch.nn.functional.smooth_l1_loss(value, goal)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def train(steps, seed):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    env = jogada.vector("kalah", GAMES, seed=seed)
    size, actions = env.observation[0].size, env.game.actions
    net, target = network(size, actions), network(size, actions)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    memory = Memory(size, actions)
    env.reset()
    for step in range(steps):
        if step % REFRESH == 0:
            target.load_state_dict(net.state_dict())
        seen, seat = env.observation.copy(), env.seat.copy()
        chosen = env.sample().copy()
        greedy = rng.random(GAMES) >= max(0.1, 1 - 2 * step / steps)
        if greedy.any():
            chosen[greedy] = best(net, seen[greedy], env.mask[greedy]).indices.numpy()
        env.step(chosen)
        ended = env.terminated | env.truncated
        again = np.where(env.seat == seat, 1, -1)
        after = np.where(ended, lead(env.final_observation), again * lead(env.observation))
        memory.add(seen=seen, action=chosen, reward=(after - lead(seen)) / 8, sign=np.where(ended, 0, again),
                   after=env.observation, mask=env.mask)
        learn(net, target, optimizer, memory.draw(rng))
    return net


class Player(jogada.Bot):
    """The network as an agent."""

    def __init__(self, net):
        self.net = net

    def choose(self, view, moves, rng):
        seen = np.frombuffer(view.observation(), np.uint8)[None]
        mask = np.zeros((1, view.game.actions), np.int8)
        mask[0, view.actions()] = 1
        return view.action_move(int(best(self.net, seen, mask).indices[0]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=3000, help="steps of the vector environment (default 3000)")
    parser.add_argument("--games", type=int, default=200, help="games of each match (default 200)")
    parser.add_argument("--seed", type=int, default=1)
    how = parser.parse_args()
    torch.set_num_threads(1)
    player = Player(train(how.steps, how.seed))
    for opponent in ("random", "greedy"):
        print(opponent, jogada.match("kalah", player, opponent, games=how.games, seed=how.seed), flush=True)


if __name__ == "__main__":
    main()
