// Runs before the first paint: applies the stored theme and language. Without a stored theme the page follows the
// system.
const dark = matchMedia('(prefers-color-scheme: dark)'),
    paper = matchMedia('print') // always printed light

function stored(key) {
    try {
        return localStorage.getItem(key)
    } catch {
        return null
    }
}

function show() {
    const theme = stored('jogada.theme')
    document.documentElement.dataset.theme = paper.matches
        ? 'light'
        : theme === 'light' || theme === 'dark'
          ? theme
          : dark.matches
            ? 'dark'
            : 'light'
}

show()
dark.addEventListener('change', show)
paper.addEventListener('change', show)
addEventListener('jogada-theme', show)
document.documentElement.lang = stored('jogada.lang') || 'en'
