// Pictures for the rules of dominoes: positions of real rounds.
import type { Drawing } from '../drawing.js'
import { word } from '../lang.js'

export const examples: NonNullable<Drawing['examples']> = [
  {
    seat: 0, last: '6-4@3',
    caption: word('West plays 6-4 and opens a third arm. The ends are 5, 1 and 4. Their sum is 10, a multiple of five, so the team scores ten points. South passed before and therefore has no 5 and no 6.'),
    state: {
      game: 'domino', position: '0-30 1 3* 00.02.03.04.22.34.44/?6/?5/?5 6-6 6-5@1 pass 6-3@2 3-1@2 6-4@3', turn: 0,
      board: {
        points: [0, 30], round: 1, target: 200, rounds: 0, opening: { halves: [6, 6], seat: 2, place: 0 },
        arms: [
          { tiles: [{ halves: [6, 5], seat: 3, place: 1 }], end: 5, worth: 5 },
          { tiles: [{ halves: [6, 3], seat: 1, place: 2 }, { halves: [3, 1], seat: 2, place: 3 }], end: 1, worth: 1 },
          { tiles: [{ halves: [6, 4], seat: 3, place: 4 }], end: 4, worth: 4 }, { tiles: [], end: 6, worth: 0 },
        ],
        sum: 10, open: [1, 4, 5, 6], passes: 0, announced: false, sena: false,
        hands: [[[0, 0], [2, 0], [3, 0], [4, 0], [2, 2], [4, 3], [4, 4]], null, null, null], left: [7, 6, 5, 5], lacks: [[5, 6], [], [], []],
        no_double: [false, false, false, false], scored: [0, 30], opener: 2, next: null,
        history: [
          { seat: 2, move: '6-6', points: [0, 0] }, { seat: 3, move: '6-5@1', points: [0, 0] }, { seat: 0, move: 'pass', points: [0, 20] },
          { seat: 1, move: '6-3@2', points: [0, 0] }, { seat: 2, move: '3-1@2', points: [0, 0] }, { seat: 3, move: '6-4@3', points: [0, 10] },
        ],
        end: null,
      },
    },
  },
  {
    seat: 0, last: '5-5',
    caption: word('While it is alone, the opening double counts both halves: 5-5 scores ten points. Tiles go first to its two long sides, then to its two short sides.'),
    state: {
      game: 'domino', position: '40-45 2 1 00.01.03.15.25.36/?7/?7/?7 5-5', turn: 1,
      board: {
        points: [40, 45], round: 2, target: 200, rounds: 0, opening: { halves: [5, 5], seat: 0, place: 0 },
        arms: [{ tiles: [], end: 5, worth: 0 }, { tiles: [], end: null, worth: 0 }, { tiles: [], end: null, worth: 0 }, { tiles: [], end: null, worth: 0 }],
        sum: 10, open: [5], passes: 0, announced: false, sena: false, hands: [[[0, 0], [1, 0], [3, 0], [5, 1], [5, 2], [6, 3]], null, null, null],
        left: [6, 7, 7, 7], lacks: [[], [], [], []], no_double: [false, false, false, false], scored: [10, 0], opener: 0, next: null,
        history: [{ seat: 0, move: '5-5', points: [10, 0] }], end: null,
      },
    },
  },
  {
    seat: 0, last: 'pass',
    caption: word('All three other players had to pass after South\'s last tile: a galo. It scores 50 points in all, and South plays again.'),
    state: {
      game: 'domino',
      position: '85-35 1 3* 02.03.14/?4/?4/?4 6-6 6-2@1 2-1@1 6-1@1 6-0@1 1-0@1 3-1@1 6-3@1 pass pass 6-4@2 6-5@3 5-0@3 4-0@2 0-0@3 pass pass pass',
      turn: 0,
      board: {
        points: [85, 35], round: 1, target: 200, rounds: 0, opening: { halves: [6, 6], seat: 2, place: 0 },
        arms: [
          {
            tiles: [
              { halves: [6, 2], seat: 3, place: 1 }, { halves: [2, 1], seat: 0, place: 2 }, { halves: [1, 6], seat: 1, place: 3 },
              { halves: [6, 0], seat: 2, place: 4 }, { halves: [0, 1], seat: 3, place: 5 }, { halves: [1, 3], seat: 0, place: 6 },
              { halves: [3, 6], seat: 1, place: 7 },
            ],
            end: 6, worth: 6,
          },
          { tiles: [{ halves: [6, 4], seat: 0, place: 8 }, { halves: [4, 0], seat: 3, place: 11 }], end: 0, worth: 0 },
          {
            tiles: [{ halves: [6, 5], seat: 1, place: 9 }, { halves: [5, 0], seat: 2, place: 10 }, { halves: [0, 0], seat: 0, place: 12 }], end: 0,
            worth: 0,
          },
          { tiles: [], end: 6, worth: 0 },
        ],
        sum: 6, open: [0, 6], passes: 3, announced: false, sena: false, hands: [[[2, 0], [3, 0], [4, 1]], null, null, null], left: [3, 4, 4, 4],
        lacks: [[], [0, 6], [0, 6], [0, 6]], no_double: [false, false, false, false], scored: [85, 35], opener: 2, next: null,
        history: [
          { seat: 2, move: '6-6', points: [0, 0] }, { seat: 3, move: '6-2@1', points: [0, 0] }, { seat: 0, move: '2-1@1', points: [0, 0] },
          { seat: 1, move: '6-1@1', points: [0, 0] }, { seat: 2, move: '6-0@1', points: [0, 0] }, { seat: 3, move: '1-0@1', points: [0, 0] },
          { seat: 0, move: '3-1@1', points: [15, 0] }, { seat: 1, move: '6-3@1', points: [0, 0] }, { seat: 2, move: 'pass', points: [0, 20] },
          { seat: 3, move: 'pass', points: [0, 0] }, { seat: 0, move: '6-4@2', points: [10, 0] }, { seat: 1, move: '6-5@3', points: [0, 15] },
          { seat: 2, move: '5-0@3', points: [10, 0] }, { seat: 3, move: '4-0@2', points: [0, 0] }, { seat: 0, move: '0-0@3', points: [0, 0] },
          { seat: 1, move: 'pass', points: [20, 0] }, { seat: 2, move: 'pass', points: [0, 0] }, { seat: 3, move: 'pass', points: [30, 0] },
        ],
        end: null,
      },
    },
  },
  {
    seat: 0, last: '4-1@2',
    caption: word('South goes out. East and West still have 12 pips in hand, rounded down to 10: the garage for South and North.'),
    state: {
      game: 'domino',
      position: '245-190 4 1 -/15/55/11.22 6-6 6-5@1 5-2@1 3-2@1 6-3@2 4-3@2 4-2@2 6-2@2 6-0@3 3-3@1 6-1@2 3-1@2 5-3@1 0-0@3 1-0@3 2-1@3 3-0@2 5-4@1 4-0@2 2-0@3 6-4@1 4-4@2 5-0@3 pass 4-1@2',
      turn: 'over', score: 55,
      board: {
        points: [245, 190], round: 4, target: 200, rounds: 0, opening: { halves: [6, 6], seat: 0, place: 0 },
        arms: [
          {
            tiles: [
              { halves: [6, 5], seat: 1, place: 1 }, { halves: [5, 2], seat: 2, place: 2 }, { halves: [2, 3], seat: 3, place: 3 },
              { halves: [3, 3], seat: 1, place: 9 }, { halves: [3, 5], seat: 0, place: 12 }, { halves: [5, 4], seat: 1, place: 17 },
              { halves: [4, 6], seat: 0, place: 20 },
            ],
            end: 6, worth: 6,
          },
          {
            tiles: [
              { halves: [6, 3], seat: 0, place: 4 }, { halves: [3, 4], seat: 1, place: 5 }, { halves: [4, 2], seat: 2, place: 6 },
              { halves: [2, 6], seat: 3, place: 7 }, { halves: [6, 1], seat: 2, place: 10 }, { halves: [1, 3], seat: 3, place: 11 },
              { halves: [3, 0], seat: 0, place: 16 }, { halves: [0, 4], seat: 2, place: 18 }, { halves: [4, 4], seat: 1, place: 21 },
              { halves: [4, 1], seat: 0, place: 23 },
            ],
            end: 1, worth: 1,
          },
          {
            tiles: [
              { halves: [6, 0], seat: 0, place: 8 }, { halves: [0, 0], seat: 1, place: 13 }, { halves: [0, 1], seat: 2, place: 14 },
              { halves: [1, 2], seat: 3, place: 15 }, { halves: [2, 0], seat: 3, place: 19 }, { halves: [0, 5], seat: 2, place: 22 },
            ],
            end: 5, worth: 5,
          },
          { tiles: [], end: 6, worth: 0 },
        ],
        sum: 12, open: [1, 5, 6], passes: 0, announced: false, sena: false, hands: [[], [[5, 1]], [[5, 5]], [[1, 1], [2, 2]]], left: [0, 1, 1, 2],
        lacks: [[], [], [], [4, 5, 6]], no_double: [false, false, false, false], scored: [55, 25], opener: 0, next: 0,
        history: [
          { seat: 0, move: '6-6', points: [0, 0] }, { seat: 1, move: '6-5@1', points: [0, 0] }, { seat: 2, move: '5-2@1', points: [0, 0] },
          { seat: 3, move: '3-2@1', points: [0, 15] }, { seat: 0, move: '6-3@2', points: [0, 0] }, { seat: 1, move: '4-3@2', points: [0, 0] },
          { seat: 2, move: '4-2@2', points: [5, 0] }, { seat: 3, move: '6-2@2', points: [0, 0] }, { seat: 0, move: '6-0@3', points: [0, 0] },
          { seat: 1, move: '3-3@1', points: [0, 0] }, { seat: 2, move: '6-1@2', points: [0, 0] }, { seat: 3, move: '3-1@2', points: [0, 0] },
          { seat: 0, move: '5-3@1', points: [0, 0] }, { seat: 1, move: '0-0@3', points: [0, 0] }, { seat: 2, move: '1-0@3', points: [0, 0] },
          { seat: 3, move: '2-1@3', points: [0, 10] }, { seat: 0, move: '3-0@2', points: [0, 0] }, { seat: 1, move: '5-4@1', points: [0, 0] },
          { seat: 2, move: '4-0@2', points: [10, 0] }, { seat: 3, move: '2-0@3', points: [0, 0] }, { seat: 0, move: '6-4@1', points: [10, 0] },
          { seat: 1, move: '4-4@2', points: [0, 0] }, { seat: 2, move: '5-0@3', points: [0, 0] }, { seat: 3, move: 'pass', points: [20, 0] },
          { seat: 0, move: '4-1@2', points: [10, 0] },
        ],
        end: { how: 'out', seat: 0, team: 0, out: 0, garage: 10, pips: [10, 12] },
      },
    },
  },
]
