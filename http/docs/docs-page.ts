import { createHash } from 'node:crypto'
import { CODES } from '../../engine/code.js'
import { statusOf } from '../../wire/answer/errors.js'
import { htmlText } from '../../wire/format/html-text.js'
import { INTEGER_MAX, Nothing, type TSchema } from '../../wire/types/scalars.js'
import { codesIn } from '../../wire/words/codes.js'
import { nameOf, type Route } from '../pipeline/route.js'
import { errorsByStatus } from '../pipeline/route-errors.js'
import { type ApiSchema, apiSchema } from './api-schema.js'
import { DOCS_SCRIPT } from './docs-script.js'
import { DOCS_STYLE } from './docs-style.js'
import type { FieldPlace } from './field-sentences.js'
import { bodyExample, dataExample, describe, multipartSchema } from './openapi.js'

/**
 * Generates an HTML page that lists every route with its input and output, and has a search. It
 * yields after each route and loads nothing from other servers.
 */
export function* docsPage(routes: readonly Route[], version: string): Generator<void, string> {
  const tags = [...new Set(routes.map((route) => route.tag))].sort()
  const byTag = new Map(tags.map((tag) => [tag, routes.filter((route) => route.tag === tag)]))
  const entries = new Map<Route, string>()
  for (const route of routes) {
    entries.set(route, entry(route))
    yield
  }
  return page(version, routes.length, byTag, entries)
}

/**
 * The content security policy of the page: it allows only the page's own style and script, by hash.
 */
export function docsPolicy(): string {
  const [style, script] = [DOCS_STYLE, DOCS_SCRIPT].map((text) =>
    createHash('sha256').update(text).digest('base64'),
  )
  return (
    `default-src 'none'; style-src 'sha256-${style}'; script-src 'sha256-${script}'; base-uri 'none'; ` +
    "form-action 'none'; frame-ancestors 'none'"
  )
}

function page(
  version: string,
  count: number,
  byTag: ReadonlyMap<string, Route[]>,
  written: ReadonlyMap<Route, string>,
): string {
  const entries = [...byTag]
  const links = entries.map(([tag, routes]) => {
    const name = htmlText(tag)
    return `<li><a href="#tag-${name}">${name}</a> <small>${routes.length}</small></li>`
  })
  const groups = entries.map(([tag, routes]) => group(tag, routes, written))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Openfloor API</title><style>${DOCS_STYLE}</style></head>
<body><nav aria-label="Groups of routes"><a class="home" href="#top">Openfloor</a>
<ul>${links.join('')}<li><a href="#codes">codes</a> <small>${CODES.length}</small></li></ul></nav>
<main id="top"><h1>Openfloor API <small>${htmlText(version)}</small></h1>
<p>${count} routes. The same as a machine reads it: <a href="/openapi.json">openapi.json</a>;
the live sockets: <a href="/asyncapi.json">asyncapi.json</a>.</p>
<p>Every JSON answer is an envelope of <code>success</code>, <code>code</code>,
<code>message</code>, <code>data</code> and <code>request_id</code>; each route shows its
<code>data</code>. Money, prices and volumes are decimal text, times are RFC 3339 in UTC.
Browser terminals send their csrf token in <code>X-CSRF-Token</code> with everything but GET;
other terminals send <code>Authorization: Bearer</code>.</p>
<p class="find"><label for="find">Search</label> <input id="find" type="search" autocomplete="off"
placeholder="a path, a field, a right, a code"> <output id="found" for="find"></output></p>
${groups.join('\n')}${codes()}</main><script>${DOCS_SCRIPT}</script></body></html>`
}

function group(tag: string, routes: readonly Route[], written: ReadonlyMap<Route, string>): string {
  const name = htmlText(tag)
  const entries = routes.map((route) => written.get(route)).join('')
  return `<section><h2 id="tag-${name}">${name}</h2>${entries}</section>`
}

function entry(route: Route): string {
  const { tag } = route
  const id = nameOf(route).replace(/[^A-Za-z0-9]+/g, '-')
  const parts = [
    ...describe(route).split('\n\n').map(paragraph),
    fields('Path', shapeOf(route.params, { tag, part: 'params' })),
    fields('Query', shapeOf(route.query, { tag, part: 'query' })),
    fields('Body', bodySchema(route)),
    route.bodyMedia === null ? '' : paragraph(`The body is ${route.bodyMedia.join(' or ')}.`),
    `<h4>Example</h4><pre><code>${htmlText(curl(route))}</code></pre>`,
    bodies(route),
    answer(route),
    errors(route),
  ]
  return `<details id="${id}"><summary><b class="${route.method}">${route.method}</b>
<code>${htmlText(route.path)}</code> <span>${htmlText(route.summary)}</span></summary>
<div>${parts.join('')}</div></details>`
}

function shapeOf(schema: TSchema | null, place: FieldPlace): ApiSchema {
  return apiSchema(schema ?? Nothing, place)
}

function bodySchema(route: Route): ApiSchema {
  if (route.upload !== null) return multipartSchema(route, route.upload)
  return shapeOf(route.body, { tag: route.tag, part: 'body' })
}

/** A table of fields; empty if there are none, as for a binary body. */
function fields(title: string, schema: ApiSchema): string {
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0) return ''
  const rows = properties.map(([name, one]) => {
    const need = (schema.required ?? []).includes(name) ? 'required' : ''
    const notes = [one.description ?? '', bounds(one)].filter((note) => note !== '').join(' ')
    return `<tr><th scope="row"><code>${htmlText(name)}</code></th>
<td>${htmlText(typeName(one))}</td><td>${need}</td><td>${htmlText(notes)}</td></tr>`
  })
  return `<h4>${title}</h4><table>${rows.join('')}</table>`
}

/** The alternative request bodies, one per line. */
function bodies(route: Route): string {
  const named = Object.entries(route.example.bodies ?? {})
  if (named.length === 0) return ''
  const rows = named.map(([name, body]) => {
    const text = htmlText(JSON.stringify(body))
    return `<tr><th scope="row">${htmlText(name.replaceAll('_', ' '))}</th>
<td><code>${text}</code></td></tr>`
  })
  return `<h4>Bodies</h4><table>${rows.join('')}</table>`
}

function answer(route: Route): string {
  if (route.media !== null) return paragraph(`Answers ${route.media}.`)
  const data = dataExample(route)
  if (data === null) return paragraph('Answers with data null.')
  const shape = shapeOf(route.data, { tag: route.tag, part: 'data' })
  const told = fields('Answer data', shape.type === 'array' ? (shape.items ?? {}) : shape)
  const example = `<pre><code>${htmlText(JSON.stringify(data, null, 2))}</code></pre>`
  return `${told === '' ? '<h4>Answer data</h4>' : told}${example}`
}

function errors(route: Route): string {
  const rows = [...errorsByStatus(route)].map(([status, codes]) => {
    const names = codes.map((code) => `<a href="#code-${code}"><code>${code}</code></a>`)
    return `<tr><th scope="row">${status}</th><td>${names.join(' ')}</td></tr>`
  })
  return `<h4>Errors</h4><table>${rows.join('')}</table>`
}

/** A table of the error codes: their meaning, and what the client should do. */
function codes(): string {
  const words = codesIn('en')
  const rows = CODES.map((code) => {
    const { when, repeat } = words[code]
    const says = `${ticksAsCode(when)} <b>Repeat:</b> ${ticksAsCode(repeat)}`
    return `<tr id="code-${code}"><th scope="row"><code>${code}</code></th>
<td>${statusOf(code)}</td><td>${says}</td></tr>`
  })
  return `<section><h2 id="codes">Codes</h2><table>${rows.join('')}</table></section>`
}

/** Converts text in backticks to HTML code elements. */
function ticksAsCode(text: string): string {
  return htmlText(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function curl(route: Route): string {
  const lines = [
    `curl${route.method === 'GET' ? '' : ` -X ${route.method}`} "$SERVER${route.path}"`,
  ]
  if (route.audience !== 'public') lines.push('-H "Authorization: Bearer $ACCESS_TOKEN"')
  if (route.upload !== null) {
    const { field, extensions } = route.upload
    lines.push(`-F "${field}=@FILE${extensions[0] ?? ''}"`)
  } else if (route.bodyMedia !== null) {
    lines.push(`-H "Content-Type: ${route.bodyMedia[0] ?? ''}"`, '--data-binary @FILE')
  } else if (route.body !== null) {
    const body = JSON.stringify(bodyExample(route)).replaceAll("'", "'\\''")
    lines.push('-H "Content-Type: application/json"', `-d '${body}'`)
  }
  return lines.join(' \\\n  ')
}

function typeName(schema: ApiSchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeName).join(' or ')
  if (schema.format === 'binary') return 'file'
  if (schema.type === 'array') return `list of ${typeName(schema.items ?? {})}`
  if (schema.enum !== undefined) return 'choice'
  return schema.type === 'string' ? 'text' : String(schema.type ?? 'any')
}

function bounds(schema: ApiSchema): string {
  const { minimum, maximum = INTEGER_MAX, minLength = 0, maxLength, maxItems } = schema
  const notes: string[] = []
  const isDescribed = schema.description?.includes('A whole number') === true
  if (minimum !== undefined && !isDescribed) notes.push(`from ${minimum}`)
  if (maximum < INTEGER_MAX && !isDescribed) notes.push(`to ${maximum}`)
  if (minLength > 0) notes.push(`at least ${minLength} characters`)
  if (maxLength !== undefined) notes.push(`at most ${maxLength} characters`)
  if (maxItems !== undefined) notes.push(`at most ${maxItems} items`)
  const text = notes.join(', ')
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function paragraph(text: string): string {
  return text === '' ? '' : `<p>${ticksAsCode(text)}</p>`
}
