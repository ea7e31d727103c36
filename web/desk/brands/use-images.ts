import { useEffect, useState } from 'preact/hooks'
import type { SettingsRecord } from '../../staff/settings/settings-records.js'

export const IMAGES = ['logo', 'banner', 'icon'] as const
export type ImageName = (typeof IMAGES)[number]
export type ImageUrls = Readonly<Record<ImageName, string | null>>

/** An image that was chosen but not uploaded yet. */
interface ChosenImage {
  readonly file: File
  readonly url: string
}

const NONE: ImageUrls = { logo: null, banner: null, icon: null }

/** The images of a brand: the stored ones, or in their place those chosen but not uploaded yet. */
export function useImages(record: SettingsRecord) {
  const [stored, setStored] = useState<ImageUrls>(NONE)
  const [chosen, setChosen] = useState<Partial<Record<ImageName, ChosenImage>>>({})
  const { id, version } = record
  const has = IMAGES.map((name) => record[`has_${name}`] === true)
  useEffect(() => {
    let isGone = false
    const made: string[] = []
    void Promise.all(
      IMAGES.map(async (name, i) => {
        const blob = has[i] === true ? await read(id, name) : null
        if (blob === null) return [name, null] as const
        const url = URL.createObjectURL(blob)
        made.push(url)
        return [name, url] as const
      }),
    ).then((all) => {
      if (!isGone) setStored({ ...NONE, ...Object.fromEntries(all) })
    })
    return () => {
      isGone = true
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [id, version, has.join()])
  return {
    stored,
    chosen,
    urls: {
      logo: chosen.logo?.url ?? stored.logo,
      banner: chosen.banner?.url ?? stored.banner,
      icon: chosen.icon?.url ?? stored.icon,
    },
    choose(name: ImageName, file: File | null) {
      const { [name]: before, ...others } = chosen
      if (before !== undefined) URL.revokeObjectURL(before.url)
      setChosen(
        file === null ? others : { ...others, [name]: { file, url: URL.createObjectURL(file) } },
      )
    },
  }
}

export type Images = ReturnType<typeof useImages>

/** Reads the image past the browser's cache, because its address does not change with its content. */
async function read(id: SettingsRecord['id'], name: ImageName): Promise<Blob | null> {
  try {
    const answer = await fetch(`/admin/v1/licence/brands/${id}/images/${name}`, {
      cache: 'no-cache',
    })
    return answer.ok ? await answer.blob() : null
  } catch {
    return null
  }
}
