import t from 'tap'
import {
  ContentCheck,
  FILE_EXTENSIONS,
  type FileExtension,
  mediaOf,
} from '../../../wire/check/file-type.js'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** Beginnings as programs write them. */
const WRITTEN: Readonly<Record<string, Buffer>> = {
  png: hex('89504e470d0a1a0a 0000000d 49484452'),
  jpeg: hex('ffd8ffe0 0010 4a464946'),
  gif: Buffer.from('GIF89a\x01\0'),
  bmp: hex('424d 46000000 0000'),
  pdf: Buffer.from('%PDF-1.7\n%'),
  zip: hex('504b0304 1400 0000'),
  empty_zip: hex('504b0506 0000 0000'),
  seven: hex('377abcaf271c 0004'),
  ole: hex('d0cf11e0a1b11ae1 0000'),
  rtf: Buffer.from('{\\rtf1\\ansi'),
  text: Buffer.from('login;name\r\n1001;"Åsa\t"\r\n'),
  exe: hex('4d5a9000 03000000'),
  elf: hex('7f454c46 02010100'),
  html: Buffer.from('<html>\0'),
}

const FITS: Readonly<Record<FileExtension, readonly string[]>> = {
  '.png': ['png'],
  '.jpg': ['jpeg'],
  '.jpeg': ['jpeg'],
  '.gif': ['gif'],
  '.bmp': ['bmp'],
  '.pdf': ['pdf'],
  '.7z': ['seven'],
  '.doc': ['ole'],
  '.xls': ['ole'],
  '.rtf': ['rtf'],
  '.zip': ['zip', 'empty_zip'],
  '.docx': ['zip', 'empty_zip'],
  '.xlsx': ['zip', 'empty_zip'],
  '.odt': ['zip', 'empty_zip'],
  // A beginning that is nothing but text may be text.
  '.csv': ['text', 'rtf', 'pdf'],
  '.txt': ['text', 'rtf', 'pdf'],
  '.log': ['text', 'rtf', 'pdf'],
}

function fits(extension: FileExtension, content: Buffer, partBytes: number): boolean {
  const check = new ContentCheck(extension)
  for (let at = 0; at < content.length; at += partBytes) {
    check.take(content.subarray(at, at + partBytes))
  }
  return check.fits
}

t.test('each content fits the extensions that it is of, and no other', (t) => {
  for (const extension of FILE_EXTENSIONS) {
    for (const partBytes of [1, 3, 1000]) {
      const found = Object.keys(WRITTEN).filter((name) =>
        fits(extension, WRITTEN[name] as Buffer, partBytes),
      )
      t.same(found.sort(), [...FITS[extension]].sort(), `${extension} in parts of ${partBytes}`)
    }
    t.match(mediaOf(extension), /^(image|text|application)\/[\w.+-]+$/)
  }
  t.end()
})

t.test('text is looked at to its end', (t) => {
  const long = Buffer.alloc(1_000_000, 'a')
  t.ok(fits('.txt', long, 65_536))
  long[999_999] = 0
  t.notOk(fits('.txt', long, 65_536))
  t.notOk(fits('.png', Buffer.from([0x89, 0x50]), 10), 'shorter than its signature')
  t.end()
})
