import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { Upload } from '../../../actors/files/uploads.js'
import { accept, type Outcome } from '../../../actors/thread/ask.js'
import type { Clock, Timer } from '../../../actors/thread/clock.js'
import type { Refusal } from '../../../engine/code.js'
import {
  UPLOAD_FIELD_BYTES_MAX,
  UPLOAD_FIELDS_MAX,
  UPLOAD_MS_MAX,
  UPLOAD_PART_HEAD_BYTES_MAX,
} from '../../../engine/limits/files.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { checkFileName } from '../../../wire/check/file-name.js'
import { ContentCheck, type FileExtension, mediaOf } from '../../../wire/check/file-type.js'
import type { StoredFile } from '../../../wire/stored/stored-file.js'
import { readFields } from '../input.js'
import type { Route } from '../route.js'
import type { UploadRule } from './upload-rule.js'

/**
 * Receives a multipart body: one file and a few short text fields.
 *
 * M1. Each part of the file is written to disk before the next one is read, so only one is in
 *     memory.
 * - The first error ends the upload. Nothing more is read after it.
 * - The file is stored only after the whole body has arrived and is valid. Otherwise nothing
 *   remains (`abandon`).
 */
export interface ReceivedUpload {
  readonly file: StoredFile
  readonly fields: unknown
}

interface FileHead {
  readonly name: string
  readonly extension: FileExtension
}

const PARTS_MAX = UPLOAD_FIELDS_MAX + 1
const HEADERS_PER_PART_MAX = 16
const NAME_SHOWN_MAX = 64

export class BodyReceiver {
  readonly #route: Route
  readonly #rule: UploadRule
  readonly #upload: Upload
  readonly #parser: BusboyInstance
  readonly #timer: Timer
  readonly #fields: [string, string][] = []
  #head: FileHead | undefined
  #content: BusboyFileStream | undefined
  #kept: Promise<void> = Promise.resolve()
  #isParsed = false
  #failure: Refusal | null = null
  /** The disk error that ended the upload. It is a server error and not a refusal. */
  #error: unknown
  /** Wakes the writer that waits for the parser. */
  #release: () => void = () => undefined
  /** Called as soon as the upload is refused. */
  onFailure: () => void = () => undefined

  private constructor(
    route: Route,
    rule: UploadRule,
    parser: BusboyInstance,
    upload: Upload,
    clock: Clock,
  ) {
    this.#route = route
    this.#rule = rule
    this.#upload = upload
    this.#parser = parser
    const { msMax = UPLOAD_MS_MAX } = rule
    this.#timer = clock.after(msMax, () => {
      this.fail(because('invalid_input.slow_upload', { seconds: msMax / 1000 }))
    })
    const refuseIf = (refusal: Refusal | null): void => {
      if (refusal !== null) this.fail(refusal)
    }
    parser.on('file', (...[field, content, name]) => refuseIf(this.#takeFile(field, content, name)))
    parser.on('field', (name, text, _, isCut) => refuseIf(this.#takeField(name, text, isCut)))
    parser.on('filesLimit', () => this.fail(refuseField(rule.field, say('field.twice'))))
    for (const limit of ['fieldsLimit', 'partsLimit'] as const) {
      parser.on(limit, () => this.fail(TOO_MANY_PARTS))
    }
    parser.on('error', () => this.fail(NOT_MULTIPART))
    parser.on('finish', () => {
      this.#isParsed = true
      this.#release()
    })
  }

  /** Starts receiving. If the content type has no boundary, the reserved space is released. */
  static begin(
    route: Route,
    rule: UploadRule,
    contentType: string,
    upload: Upload,
    clock: Clock,
  ): Outcome<BodyReceiver> {
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        preservePath: true,
        isPartAFile: (field, _, name) => name !== undefined || field === rule.field,
        limits: {
          files: 1,
          fileSize: rule.bytesMax,
          parts: PARTS_MAX,
          fields: UPLOAD_FIELDS_MAX,
          fieldSize: UPLOAD_FIELD_BYTES_MAX,
          headerPairs: HEADERS_PER_PART_MAX,
          headerSize: UPLOAD_PART_HEAD_BYTES_MAX,
        },
      })
      return accept(new BodyReceiver(route, rule, parser, upload, clock))
    } catch {
      return NOT_MULTIPART
    }
  }

  get failure(): Refusal | null {
    return this.#failure
  }

  /** Takes ownership of the part. Resolves when the next part may be written. */
  write(part: Buffer): Promise<void> {
    if (this.#failure !== null) return Promise.resolve()
    return new Promise((resolve) => {
      this.#release = resolve
      this.#parser.write(part, () => resolve())
    })
  }

  /** Ends the upload. If it was refused, its file has been removed when this resolves. */
  async end(): Promise<Outcome<ReceivedUpload>> {
    if (this.#failure === null) {
      await new Promise<void>((resolve) => {
        this.#release = resolve
        this.#parser.end()
        // The parser may have finished at the last boundary, before the end of the body.
        if (this.#isParsed) resolve()
      })
    }
    if (this.#failure === null) await this.#kept
    this.#timer.cancel()
    const fields = this.#readFields()
    const head = this.#head
    if (head === undefined) this.fail(refuseField(this.#rule.field, say('field.missing')))
    else if (!fields.ok) this.fail(fields)
    if (this.#failure !== null || head === undefined || !fields.ok) {
      await this.abandon()
      if (this.#error !== undefined) throw this.#error
      return this.#failure ?? NOT_MULTIPART
    }
    const { name, extension } = head
    const stored = await this.#upload.store({ name, media: mediaOf(extension) })
    return stored.ok ? accept({ file: stored.value, fields: fields.value }) : stored
  }

  /** Removes a stored file that the handler refused. */
  drop(): Promise<void> {
    return this.#upload.drop()
  }

  /** Called when the client disconnects or the upload is refused. */
  async abandon(): Promise<void> {
    this.fail(NOT_MULTIPART)
    this.#timer.cancel()
    await this.#kept
    await this.#upload.abandon()
  }

  /** Ends the upload with a refusal. Later failures change nothing. */
  fail(refusal: Refusal): void {
    if (this.#failure !== null) return
    this.#failure = refusal
    this.#content?.destroy()
    this.#parser.destroy()
    this.#release()
    this.onFailure()
  }

  /** Returns the reason for a refusal, or null. */
  #takeFile(field: string, content: BusboyFileStream, given = ''): Refusal | null {
    content.on('error', () => this.fail(NOT_MULTIPART))
    this.#content = content
    const { extensions, bytesMax, field: own } = this.#rule
    if (field !== own) return refuseField(shown(field), UNKNOWN)
    const checked = checkFileName(given, extensions)
    if (!checked.ok) return refuseField(own, checked.says)
    const extension = checked.extension as FileExtension
    this.#head = { name: checked.name, extension }
    content.on('limit', () => {
      this.fail(because('too_large.file', { max: bytesMax }))
    })
    this.#kept = this.#keep(content, new ContentCheck(extension)).then((refusal) => {
      if (refusal !== null) this.fail(refusal)
    })
    return null
  }

  /** Writes the file part by part (M1). Returns the reason for a refusal, or null. */
  async #keep(content: BusboyFileStream, check: ContentCheck): Promise<Refusal | null> {
    let bytes = 0
    try {
      for await (const part of content as AsyncIterable<Buffer>) {
        if (this.#failure !== null) return null
        bytes += part.length
        check.take(part)
        const refusal = await this.#upload.write(part)
        if (refusal !== null) return refusal
      }
    } catch (error) {
      // An aborted upload also ends with an error. Any other error comes from the disk.
      if (this.#failure === null) this.#error = error
      return NOT_MULTIPART
    }
    const { field } = this.#rule
    if (bytes === 0) return refuseField(field, say('field.upload_empty'))
    return check.fits ? null : refuseField(field, say('field.not_what_name_says'))
  }

  #takeField(name: string | undefined, text: string, isCut: boolean): Refusal | null {
    if (name === undefined) return NOT_MULTIPART
    if (isCut)
      return refuseField(shown(name), say('field.form_bytes', { max: UPLOAD_FIELD_BYTES_MAX }))
    if (this.#fields.some(([known]) => known === name)) {
      return refuseField(shown(name), say('field.twice'))
    }
    this.#fields.push([name, text])
    return null
  }

  #readFields() {
    return readFields(this.#route, Object.fromEntries(this.#fields))
  }
}

const UNKNOWN = say('field.unknown_form_field')
const NOT_MULTIPART = because('invalid_input.form')
const TOO_MANY_PARTS = because('invalid_input.form_fields', { max: UPLOAD_FIELDS_MAX })

function shown(name: string | undefined): string {
  return (name ?? '').slice(0, NAME_SHOWN_MAX)
}
