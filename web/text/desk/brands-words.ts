import { byLanguage } from '../by-language.js'

/** Words of the brands. */
const en = {
  back: 'Licence and brands',
  picture: 'How it looks',
  themes: { light: 'Light', dark: 'Dark' },
  pictureOf: (theme: string) => `The sign-in page with this brand, theme: ${theme}`,
  contrasts: 'Contrast of the colours',
  colour: 'Colour',
  theme: 'Theme',
  ratio: 'Contrast',
  shownAs: 'Shown',
  colours: { color_primary: 'First', color_accent: 'Accent' },
  asChosen: 'as chosen',
  moved: (colour: string, ratio: string) =>
    `as ${colour}, ${ratio}: the chosen one cannot be read there`,
  pictures: 'Pictures',
  picturesHelp:
    'PNG, plain SVG or ICO, 512 KiB at most. A chosen one is seen above before it is uploaded.',
  images: { logo: 'Logo', banner: 'Banner', icon: 'Icon' },
  noPicture: 'None',
  choose: (what: string) => `Choose: ${what}`,
  notYet: 'Not uploaded yet',
  drop: 'Drop it',
  upload: 'Upload',
  uploaded: (what: string) => `${what}: uploaded.`,
  remove: 'Remove',
  removeTitle: (what: string) => `Remove the picture “${what}”?`,
  removeText: 'It goes at once, for everybody who sees this brand.',
  removed: (what: string) => `${what}: removed.`,
  wrongType: 'Only PNG, SVG and ICO.',
  tooLarge: 'More than 512 KiB.',
  unknown: 'No answer came. Do it again: it comes to the same.',
}

const de: typeof en = {
  back: 'Lizenz und Marken',
  picture: 'Wie es aussieht',
  themes: { light: 'Hell', dark: 'Dunkel' },
  pictureOf: (theme) => `Die Anmeldeseite mit dieser Marke, Farbschema: ${theme}`,
  contrasts: 'Kontrast der Farben',
  colour: 'Farbe',
  theme: 'Schema',
  ratio: 'Kontrast',
  shownAs: 'Gezeigt',
  colours: { color_primary: 'Erste', color_accent: 'Akzent' },
  asChosen: 'wie gewählt',
  moved: (colour, ratio) => `als ${colour}, ${ratio}: Die gewählte ist dort nicht zu lesen`,
  pictures: 'Bilder',
  picturesHelp:
    'PNG, einfaches SVG oder ICO, höchstens 512 KiB. Ein gewähltes ist oben zu sehen, bevor es hochgeladen wird.',
  images: { logo: 'Logo', banner: 'Banner', icon: 'Icon' },
  noPicture: 'Keines',
  choose: (what) => `Wählen: ${what}`,
  notYet: 'Noch nicht hochgeladen',
  drop: 'Verwerfen',
  upload: 'Hochladen',
  uploaded: (what) => `${what}: hochgeladen.`,
  remove: 'Entfernen',
  removeTitle: (what) => `Bild „${what}“ entfernen?`,
  removeText: 'Es verschwindet sofort, für alle, die diese Marke sehen.',
  removed: (what) => `${what}: entfernt.`,
  wrongType: 'Nur PNG, SVG und ICO.',
  tooLarge: 'Mehr als 512 KiB.',
  unknown: 'Es kam keine Antwort. Tun Sie es noch einmal: Es kommt auf dasselbe hinaus.',
}

export const brandsWords = byLanguage(en, de)
