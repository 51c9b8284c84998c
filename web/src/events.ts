// Values of form elements, read from their events.
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export const valueOf = (event: Event) => (event.target as Field).value
export const checkedOf = (event: Event) => (event.target as HTMLInputElement).checked
export const openOf = (event: Event) => (event.target as HTMLDetailsElement).open
