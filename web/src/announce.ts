// What screen readers should say: two regions of the page that they listen to.

/** Speaks a text; `now`: at once, interrupting (a refusal). */
export function announce(text: string, now = false): void {
  const region = document.getElementById(now ? 'say-now' : 'say')
  if (!region || !text) return
  // A region that holds two sentences of one moment speaks both; the old ones go.
  const line = document.createElement('p')
  line.textContent = text
  region.append(line)
  setTimeout(() => line.remove(), 5000)
}
