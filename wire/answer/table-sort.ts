/**
 * The only script of saved pages. It turns the table headers into buttons that sort the rows:
 * ascending, descending, and back to the original order; empty cells always come last. Without the
 * script the headers are plain text. It only reads cells, moves rows and adds its buttons.
 */
export const SORT_SCRIPT = `
const language = document.documentElement.lang;
const decimal = (0.5).toLocaleString(language)[1], group = decimal === ',' ? '.' : ',';
const number = (text) => Number(text.replaceAll(group, '').replace(decimal, '.').replace('\u2212', '-'));
const order = new Intl.Collator(language, { numeric: true });
const NEXT = { ascending: 'descending', descending: '' };
for (const table of document.querySelectorAll('table.sorts')) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells], given = [...body.rows];
  const sorted = (place, isNumber, sign) => {
    const all = given.map((row) => ({ row, text: row.cells[place].textContent }));
    const full = all.filter(({ text }) => text !== ''), empty = all.filter(({ text }) => text === '');
    full.sort((a, b) => sign * (isNumber ? number(a.text) - number(b.text) : order.compare(a.text, b.text)));
    return [...full, ...empty].map(({ row }) => row);
  };
  if (given.length > 1) heads.forEach((head, place) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const next = NEXT[head.getAttribute('aria-sort')] ?? 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      if (next !== '') head.setAttribute('aria-sort', next);
      const isNumber = head.classList.contains('number');
      body.append(...(next === '' ? given : sorted(place, isNumber, next === 'ascending' ? 1 : -1)));
    });
  });
}
`
