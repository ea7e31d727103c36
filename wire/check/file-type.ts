/**
 * Checks that the content of a file matches its extension. People and programs trust the name, so a
 * file with a misleading name is refused.
 *
 * - Formats with a signature have to start with it. Which kind of document a zip archive contains
 *   is not checked, since nothing is unpacked.
 * - Text must not contain bytes that only occur in binary files.
 */
const SIGNATURES = {
  png: ['89504e470d0a1a0a'],
  jpeg: ['ffd8ff'],
  gif: ['474946383761', '474946383961'],
  bmp: ['424d'],
  pdf: ['255044462d'],
  zip: ['504b0304', '504b0506', '504b0708'],
  seven: ['377abcaf271c'],
  ole: ['d0cf11e0a1b11ae1'],
  rtf: ['7b5c727466'],
} as const

type Form = keyof typeof SIGNATURES | 'text'

interface FileType {
  readonly media: string
  readonly form: Form
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'

const TYPES = {
  '.png': { media: 'image/png', form: 'png' },
  '.jpg': { media: 'image/jpeg', form: 'jpeg' },
  '.jpeg': { media: 'image/jpeg', form: 'jpeg' },
  '.gif': { media: 'image/gif', form: 'gif' },
  '.bmp': { media: 'image/bmp', form: 'bmp' },
  '.pdf': { media: 'application/pdf', form: 'pdf' },
  '.zip': { media: 'application/zip', form: 'zip' },
  '.7z': { media: 'application/x-7z-compressed', form: 'seven' },
  '.doc': { media: 'application/msword', form: 'ole' },
  '.xls': { media: 'application/vnd.ms-excel', form: 'ole' },
  '.docx': { media: `${OFFICE}.wordprocessingml.document`, form: 'zip' },
  '.xlsx': { media: `${OFFICE}.spreadsheetml.sheet`, form: 'zip' },
  '.odt': { media: 'application/vnd.oasis.opendocument.text', form: 'zip' },
  '.rtf': { media: 'application/rtf', form: 'rtf' },
  '.csv': { media: 'text/csv', form: 'text' },
  '.txt': { media: 'text/plain', form: 'text' },
  '.log': { media: 'text/plain', form: 'text' },
} as const satisfies Readonly<Record<string, FileType>>

export type FileExtension = keyof typeof TYPES

export const FILE_EXTENSIONS = Object.keys(TYPES) as readonly FileExtension[]

/** The media type to store. The one sent by the client is ignored. */
export function mediaOf(extension: FileExtension): string {
  return TYPES[extension].media
}

const HEAD_BYTES = 8
/** Control characters except TAB, LF, VT, FF, CR, and ESC, which some logs contain. */
const isBinary = new Uint8Array(256)
for (let byte = 0; byte < 32; byte++) isBinary[byte] = 1
for (const byte of [9, 10, 11, 12, 13, 27]) isBinary[byte] = 0
isBinary[127] = 1

/** Checks content part by part as it arrives. */
export class ContentCheck {
  readonly #form: Form
  #head = Buffer.alloc(0)
  #isText = true

  constructor(extension: FileExtension) {
    this.#form = TYPES[extension].form
  }

  take(part: Uint8Array): void {
    if (this.#form !== 'text') {
      if (this.#head.length >= HEAD_BYTES) return
      this.#head = Buffer.concat([this.#head, part.subarray(0, HEAD_BYTES)])
      return
    }
    for (let at = 0; this.#isText && at < part.length; at++) {
      if (isBinary[part[at] as number] === 1) this.#isText = false
    }
  }

  /** Whether the content read so far matches the type. */
  get fits(): boolean {
    if (this.#form === 'text') return this.#isText
    const head = this.#head.toString('hex')
    return SIGNATURES[this.#form].some((signature) => head.startsWith(signature))
  }
}
