import { words } from '../text/words.js'

export interface ChosenFile {
  readonly name: string
  readonly content: string
}

/** The attachments of a message, at most five. */
export function Files(props: {
  files: readonly ChosenFile[]
  onFiles: (files: readonly ChosenFile[]) => void
}) {
  const { files, onFiles } = props
  const add = async (list: FileList | null) => {
    const read = await Promise.all(
      [...(list ?? [])].map(async (file) => ({ name: file.name, content: await base64(file) })),
    )
    onFiles([...files, ...read].slice(0, 5))
  }
  return (
    <div class="field">
      <label for="mail-files">{words.value.inbox.addFile}</label>
      <input
        id="mail-files"
        type="file"
        multiple
        onChange={(event) => void add(event.currentTarget.files)}
      />
      {files.map(({ name }) => (
        <span key={name} class="faint">
          {name}
        </span>
      ))}
    </div>
  )
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'))
    reader.readAsDataURL(file)
  })
}
