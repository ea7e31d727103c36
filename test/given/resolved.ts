type Json = Readonly<Record<string, unknown>>

/** A document of the API in which everything stands where it is referred to, with the words beside the reference. */
export function resolved<Document extends object>(document: Document): Document {
  const at = (reference: string): unknown => {
    let node: unknown = document
    for (const part of reference.slice(2).split('/')) node = (node as Json)[part]
    return node
  }
  const whole = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(whole)
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...own } = node as Json
    const entries = Object.entries(own).map(([name, one]) => [name, whole(one)] as const)
    const beside = Object.fromEntries(entries)
    if (typeof $ref !== 'string') return beside
    return { ...(whole(at($ref)) as Json), ...beside }
  }
  return whole(document) as Document
}
