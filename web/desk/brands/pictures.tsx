import { useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { OnceButton } from '../../look/controls.js'
import { FileChoice } from '../../look/file-choice.js'
import { lineState } from '../../staff/connection/link.js'
import { mayDo } from '../../staff/rights.js'
import { kindOf } from '../../staff/settings/settings-kinds.js'
import { putRecord, readKind, type SettingsRecord } from '../../staff/settings/settings-records.js'
import { say } from '../../state/notes.js'
import { brandsWords } from '../../text/desk/brands-words.js'
import { ActDialog } from '../changes/act-dialog.js'
import { useAct } from '../changes/use-act.js'
import { IMAGES, type ImageName, type Images } from './use-images.js'

const BYTES_MAX = 512 * 1024
/**
 * The accepted image types by file extension, because some browsers do not know the type of icon
 * files.
 */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
}

/** The images of a brand. A chosen file is previewed in its place before it is uploaded. */
export function Pictures({ record, images }: { record: SettingsRecord; images: Images }) {
  const text = brandsWords.value
  return (
    <section aria-label={text.pictures}>
      <h3>{text.pictures}</h3>
      <p class="faint">{text.picturesHelp}</p>
      {IMAGES.map((name) => (
        <Picture key={name} name={name} record={record} images={images} />
      ))}
    </section>
  )
}

function Picture(props: { name: ImageName; record: SettingsRecord; images: Images }) {
  const { name, record, images } = props
  const text = brandsWords.value
  const [isRemoving, setRemoving] = useState(false)
  const [wrong, setWrong] = useState('')
  const id = Number(record.id)
  const chosen = images.chosen[name]
  const isOff = !mayDo('brand') || lineState.value !== 'live'
  const label = text.images[name]
  const take = (file: File) => {
    const wrongWords = wrongOf(file)
    setWrong(wrongWords)
    if (wrongWords === '') images.choose(name, file)
  }
  const upload = useAct({
    // A repeat is harmless: it stores the same image again.
    unknown: text.unknown,
    send: async () => {
      const file = chosen?.file
      const body = new Blob(file === undefined ? [] : [file], {
        type: TYPES[endOf(file?.name ?? '')] ?? '',
      })
      return call('PUT /admin/v1/licence/brands/{id}/images/{image}', {
        params: { id, image: name },
        body: body as never,
      })
    },
    onDone: (brand) => {
      putRecord('brands', brand as unknown as SettingsRecord)
      images.choose(name, null)
      say('good', text.uploaded({ what: label }))
    },
  })
  const url = images.urls[name]
  return (
    <fieldset class="brand-image row wrap">
      <legend>{label}</legend>
      <span class="brand-thumb">
        {url === null ? <span class="faint">{text.noPicture}</span> : <img src={url} alt={label} />}
      </span>
      {chosen !== undefined && <span class="badge">{text.notYet}</span>}
      <span class="grow" />
      {!mayDo('brand') ? null : chosen === undefined ? (
        <>
          <FileChoice
            label={text.choose({ what: label })}
            accept=".png,.svg,.ico,image/png,image/svg+xml,image/x-icon"
            onFile={take}
          />
          {images.stored[name] !== null && (
            <button type="button" disabled={isOff} onClick={() => setRemoving(true)}>
              {text.remove}…
            </button>
          )}
        </>
      ) : (
        <>
          <button
            type="button"
            onClick={() => {
              setWrong('')
              images.choose(name, null)
            }}
          >
            {text.drop}
          </button>
          <OnceButton class="primary" isOff={isOff} onPress={upload.send}>
            {text.upload}
          </OnceButton>
        </>
      )}
      {(wrong !== '' || upload.wrong !== '') && (
        <p class="loss" role="alert">
          {wrong || upload.wrong}
        </p>
      )}
      {isRemoving && (
        <ActDialog
          title={text.removeTitle({ what: label })}
          act={text.remove}
          unknown={text.unknown}
          send={() =>
            call('DELETE /admin/v1/licence/brands/{id}/images/{image}', {
              params: { id, image: name },
            })
          }
          onDone={() => {
            setRemoving(false)
            say('good', text.removed({ what: label }))
            const kind = kindOf('brands')
            if (kind !== undefined) void readKind(kind)
          }}
          onClose={() => setRemoving(false)}
        >
          <p>{text.removeText}</p>
        </ActDialog>
      )}
    </fieldset>
  )
}

function wrongOf(file: File): string {
  const text = brandsWords.value
  if (TYPES[endOf(file.name)] === undefined) return text.wrongType
  return file.size > BYTES_MAX ? text.tooLarge : ''
}

function endOf(name: string): string {
  return (name.split('.').at(-1) ?? '').toLowerCase()
}
