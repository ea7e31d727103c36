/** The script of the API page: it shows the routes that contain every search word. */
export const DOCS_SCRIPT = `
const find = document.getElementById('find')
const found = document.getElementById('found')
const routes = [...document.querySelectorAll('main details')]
const groups = [...document.querySelectorAll('main section')]
let texts
find.addEventListener('input', () => {
  texts ??= routes.map((one) => one.textContent.toLowerCase())
  const words = find.value.toLowerCase().split(/\\s+/).filter((word) => word !== '')
  let count = 0
  routes.forEach((one, i) => {
    one.hidden = !words.every((word) => texts[i].includes(word))
    if (!one.hidden) count++
  })
  for (const group of groups) {
    group.hidden = words.length > 0 && group.querySelector('details:not([hidden])') === null
  }
  found.textContent = words.length === 0 ? '' : count + ' of ' + routes.length + ' routes'
})
`
