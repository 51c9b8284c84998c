// Runs before anything is drawn: the theme and the language that were chosen. A theme that
// was not chosen is the system's, also when that changes.
const dark = matchMedia('(prefers-color-scheme: dark)'), paper = matchMedia('print') // paper is always light

function kept(key) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function show() {
  const theme = kept('jogada.theme')
  document.documentElement.dataset.theme = paper.matches ? 'light' : theme === 'light' || theme === 'dark' ? theme : dark.matches ? 'dark' : 'light'
}

show()
dark.addEventListener('change', show)
paper.addEventListener('change', show)
addEventListener('jogada-theme', show)
if (kept('jogada.lang') === 'pt-BR') document.documentElement.lang = 'pt-BR'
