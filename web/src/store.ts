// The state of a view. The state is a plain object that pure functions replace and never modify; every change draws it.

export interface Store<State> {
  readonly state: State
  /** False after close(): the user has left the view. */
  readonly open: boolean
  /** Replaces the state by `update` of it and draws, unless it stays the same object. */
  change(update: (state: State) => State): void
  /** Draws again: something outside the state has changed, such as a board that has been loaded. */
  draw(): void
  /** Ends the view: later changes and drawings have no effect, so replies that come late need no check. */
  close(): void
}

export function openStore<State>(first: State, draw: (state: State) => void): Store<State> {
  let state = first,
    open = true
  const store = {
    get state() {
      return state
    },
    get open() {
      return open
    },
    change(update: (state: State) => State) {
      const next = open ? update(state) : state
      if (next === state) return
      state = next
      draw(state)
    },
    draw() {
      if (open) draw(state)
    },
    close() {
      open = false
    },
  }
  return store
}

/** A copy of a map with one more entry. */
export function added<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> {
  return new Map(map).set(key, value)
}
