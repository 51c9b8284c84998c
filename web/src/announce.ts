// Announcements for screen readers, by the two live regions of index.html.

/** Speaks a text; `now`: interrupts current speech (for errors). */
export function announce(text: string, now = false): void {
  const region = document.getElementById(now ? 'say-now' : 'say')
  if (!region || !text) return
  // Announcements made together are all spoken; old ones are removed.
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  region.append(paragraph)
  setTimeout(() => paragraph.remove(), 5000)
}
