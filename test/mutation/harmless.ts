/**
 * Mistakes that change nothing which anybody would see, by what they change and not by their line: they are
 * not planted. Each has its reason.
 */
interface Harmless {
  readonly file: string
  /** The change as the table of a run shows it. */
  readonly change: string
  readonly why: string
}

const HARMLESS: readonly Harmless[] = [
  {
    file: 'engine/config/world.ts',
    change: 'this.#byName.set(kind, index); → nothing',
    why: 'the index is made anew for each look, which is slower',
  },
  {
    file: 'engine/margin-watch/terms.ts',
    change: 'this.#conversions.set(key, conversion); → nothing',
    why: 'the conversion is made anew for each symbol, which is slower',
  },
  {
    file: 'engine/account/rules/waiting.ts',
    change: "!('deviationPts' in request) || request.price === '' → !('deviationPts' in request)",
    why: 'an empty price is no price further down either',
  },
  {
    file: 'actors/desk/account-imports.ts',
    change: "if (!created.ok) return rowOf('error', created.message); → nothing",
    why: 'the reasons to refuse an account were looked at just before, in the same change',
  },
  {
    file: 'actors/shard/group-exposures.ts',
    change: 'if (symbol === undefined) return NO_CURRENCIES; → nothing',
    why: 'a symbol that was traded is not deleted',
  },
  {
    file: 'actors/shard/risk-volume.ts',
    change: "price ?? '' → price",
    why: 'without a price a pending order was refused above',
  },
  {
    file: 'actors/shared/price-board.ts',
    change: 'look < LOOKS_MAX → look <= LOOKS_MAX',
    why: 'one look more of ten thousand at a slot that nobody finishes',
  },
  {
    file: 'actors/shared/symbol-claims.ts',
    change: 'before[i] ?? 0 → before[i]',
    why: 'each fenced symbol has the fence that it had before',
  },
  {
    file: 'engine/account/money/fast-margin.ts',
    change: 'at + SELL + VOLUME → at + SELL - VOLUME',
    why: 'the volume is the first of its leg: its place there is 0',
  },
  {
    file: 'http/server/packed-answers.ts',
    change:
      "typeof body === 'string' ? Buffer.from(body) : body → (typeof body === 'string') ? body : Buffer.from(body)",
    why: 'zlib reads a text as UTF-8 itself, and a copy of bytes packs to the same',
  },
  {
    file: 'http/sessions/live-session.ts',
    change: 'if (address === this.#allowedAddress) return true; → nothing',
    why: 'the address is compared anew each time, which is slower',
  },
  {
    file: 'http/socket/fan-out.ts',
    change: 'unsent > connection.backlogMax → unsent >= connection.backlogMax',
    why: 'a byte more or less of what is unsent, of which the kernel takes as it likes',
  },
  {
    file: 'engine/margin-watch/price-edges.ts',
    change:
      'this.#owners.byteLength + this.#queueOf.byteLength + this.#next.byteL… → this.#owners.byteLength + this.#queueOf.byteLength - this.#next.byteL…',
    why: 'a figure of a bench alone',
  },
  {
    file: 'engine/names/mask.ts',
    change: 'at < mask.length → at <= mask.length',
    why: 'behind the end of a text there is no star',
  },
  {
    file: 'actors/links/gateways/gateway-actor.ts',
    change: 'own !== undefined && isOwn() → isOwn()',
    why: 'a session that is not there is nobody’s own',
  },
  {
    file: 'actors/links/gateways/gateway-actor.ts',
    change: 'if (this.#isOnline === isOnline && this.#lastError === lastError && t… → nothing',
    why: 'what is told twice is said once: the front hears of differences alone',
  },
  {
    file: 'actors/links/gateways/gateway-tally.ts',
    change: 'sorted.length - 1 → sorted.length + 1',
    why: 'shares are below 1',
  },
]

/** `at` is `file:line`. */
export function whyHarmless(at: string, change: string): string | undefined {
  const file = at.slice(0, at.lastIndexOf(':'))
  return HARMLESS.find((one) => one.file === file && one.change === change)?.why
}
