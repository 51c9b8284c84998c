// The review of a game beside its board: progress, accuracy of the players, mistakes with playable lines.
import { html, nothing, type TemplateResult } from 'lit-html'
import { num, t } from '../lang.js'
import type { Evaluation } from '../types.js'
import { mistakes, ofWhom, playerReviews, type Mistake, type PlayerReview, type Whose } from './review.js'
import { countsText, kindText, lossText, percent, stepText, summaryText } from './review_texts.js'
import { plyFromStart, SIGNS, type AnalyzedGame } from './variation.js'

export interface ReviewProps {
  current: AnalyzedGame
  reviewed: ReadonlyMap<number, Evaluation>
  reviewing: boolean
  whose: Whose
  mine: number[]
  nameOf(seat: number): string
  review(): void
  choose(whose: Whose): void
  goTo(ply: number): void
  /** Goes to a position of the game and plays moves from there. */
  playFrom(ply: number, moves: string[]): void
}

const LINE_MOST = 8 // moves of a line that are offered

export function reviewPanel(d: ReviewProps): TemplateResult {
  const count = d.current.main.moves.length
  if (!count) return html``
  const list = mistakes(d.reviewed, d.current.main.moves),
    players = playerReviews(d.reviewed)
  return html`<section class="panel review" aria-label=${t('Game review')}>
    <div class="row">
      <h2>${t('Mistakes')}</h2>
      <span class="gap"></span
      ><button
        type="button"
        class=${d.reviewing || d.reviewed.size ? 'slim' : 'slim main'}
        title=${t('Uses the time above for each position')}
        @click=${d.review}
      >
        ${d.reviewing ? t('Stop') : d.reviewed.size ? t('Review again') : t('Review game')}
      </button>
    </div>
    ${
      d.reviewing
        ? html`<progress max=${count} .value=${d.reviewed.size} aria-label=${t('Review')}></progress>
            <span class="small dim">${t('{0} of {1} moves', num(d.reviewed.size), num(count))}</span>`
        : nothing
    }
    ${players.length ? accuracy(d, players) : nothing}
    ${
      players.length && !d.reviewing
        ? html`<p class="small summary">${summaryText(players, list, d.nameOf)}</p>`
        : nothing
    }
    ${list.length ? listPart(d, list, players) : d.reviewed.size || d.reviewing ? nothing : explanation()}
  </section>`
}

const explanation = () =>
  html`<p class="small dim">
    ${t(
      'An agent evaluates every position and marks the moves that lose chances of winning: ' +
        'inaccuracies from 5 %, mistakes from 10 %, blunders from 20 %.',
    )}
  </p>`

function accuracy(d: ReviewProps, players: PlayerReview[]): TemplateResult {
  return html`<table class="rows accuracy">
    <caption class="spoken">
      ${t('Accuracy')}
    </caption>
    <thead class="spoken">
      <tr>
        <th scope="col">${t('Player')}</th>
        <th scope="col">${t('Accuracy')}</th>
        <th scope="col">${t('Mistakes')}</th>
      </tr>
    </thead>
    <tbody>
      ${players.map(
        p =>
          html`<tr>
            <th scope="row" class=${`team-${p.seat & 1}`}>${d.nameOf(p.seat)}</th>
            <td class="right">
              <b title=${t('1 minus the mean loss of winning chance per move')}>${percent(p.accuracy)}</b>
            </td>
            <td class="small">${countsText(p)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

// ---- Mistakes ---------------------------------------------------------------------------------

function listPart(d: ReviewProps, all: Mistake[], players: PlayerReview[]): TemplateResult {
  const shown = ofWhom(all, d.whose, d.mine)
  return html`${players.length > 1 ? filter(d, players) : nothing}
  ${
    shown.length
      ? html`<ol class="plain mistakes">
          ${shown.map(m => mistake(d, m))}
        </ol>`
      : html`<p class="small">${t('No mistakes found.')}</p>`
  }`
}

function filter(d: ReviewProps, players: PlayerReview[]): TemplateResult {
  const choice = (whose: Whose, text: string) =>
    html`<button type="button" class="slim" aria-pressed=${d.whose === whose} @click=${() => d.choose(whose)}>
      ${text}
    </button>`
  return html`<div class="row whose-mistakes" role="group" aria-label=${t('Mistakes shown')}>
    ${choice('all', t('All'))}
    ${
      d.mine.length
        ? html`${choice('mine', t('Mine'))}${choice('theirs', t('Theirs'))}`
        : players.map(p => choice(p.seat, d.nameOf(p.seat)))
    }
  </div>`
}

function mistake(d: ReviewProps, m: Mistake): TemplateResult {
  const here = !d.current.inVariation && plyFromStart(d.current) === m.ply,
    step = stepText(m)
  return html`<li class=${m.mark}>
    <button
      type="button"
      class=${`quiet slim ${m.mark}`}
      aria-current=${here ? 'true' : nothing}
      @click=${() => d.goTo(m.ply)}
    >
      <b>${m.ply + 1}. ${d.nameOf(m.seat)}: ${m.played} ${SIGNS[m.mark]}</b>
      <span>${t('{0}, lost {1}', kindText(m.mark), lossText(m))}${step ? html` · ${step}` : nothing}</span>
    </button>
    ${line(d, m, t('Better:'), m.better)} ${m.refutation.length ? line(d, m, t('Why:'), m.refutation) : nothing}
  </li>`
}

/** A line of moves; pressing a move plays all moves up to it on the board. */
function line(d: ReviewProps, m: Mistake, label: string, moves: { move: string; words: string }[]): TemplateResult {
  const some = moves.slice(0, LINE_MOST)
  const button = (one: { move: string; words: string }, i: number) =>
    html`<button
      type="button"
      class="quiet slim"
      title=${one.words}
      aria-label=${t('{0}: play up to {1}', one.move, one.words)}
      @click=${() =>
        d.playFrom(
          m.ply,
          some.slice(0, i + 1).map(each => each.move),
        )}
    >
      ${one.move}
    </button>`
  return html`<p class="best-line"><span class="dim">${label}</span> ${some.map(button)}</p>`
}
