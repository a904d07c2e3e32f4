import { expect, test } from 'vitest'
import { decodeBytes, ENCODINGS, type Encoding } from './encodings.ts'
import { guessEncoding } from './guess-encoding.ts'

/** Returns the bytes of each character of an encoding, as its decoder reads them. */
function tableOf(encoding: Encoding): Map<string, number[]> {
  const table = new Map<string, number[]>()
  const add = (bytes: number[]): void => {
    const chars = Array.from(decodeBytes(Uint8Array.from(bytes), encoding))
    const [char = ''] = chars
    if (chars.length === 1 && char !== '\uFFFD' && !table.has(char)) table.set(char, bytes)
  }
  for (let a = 0; a < 256; a++) add([a])
  if (!/jis|gb|big5|euc/.test(encoding)) return table
  for (let a = 0x81; a < 0xff; a++) for (let b = 0x40; b < 0xff; b++) add([a, b])
  return table
}
const tables = new Map<Encoding, Map<string, number[]>>()

function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  const table = tables.get(encoding) ?? tableOf(encoding)
  tables.set(encoding, table)
  return Uint8Array.from(
    Array.from(text).flatMap((char) => table.get(char) ?? expect.fail(`${char} is not in ${encoding}`)),
  )
}

const listOf = (names: string): string =>
  ['Name,Email,Phone', ...names.split(', ').map((name, i) => `${name},person${i}@example.com,555 010${i}`)].join('\r\n')

const GERMAN = 'Jürgen Müßig, Käthe Schröder, JÖRG WEISS, Bob Jones'
const FRENCH = 'François Lefèvre, Hélène Côté, Zoé Bérenger, Jean Dupont'
const MANY = 'Jürgen Müller, André Lefèvre, Zoë Ångström, José Muñoz, Françoise Noël, Søren Kjær, Inês Gonçalves'
const POLISH = 'Łukasz Wójcik, Małgorzata Dąbrowska, Agnieszka Kozłowska, Żaneta Śliwińska, Jan Nowak'
const CZECH = 'Jiří Dvořák, Lukáš Hlaváček, Kateřina Němcová, Tomáš Růžička'
const HUNGARIAN = 'Erzsébet Szűcs, Győző Kőműves, Ödön Nagy'
const CROATIAN = 'Ivan Horvatić, Željko Šimić, Đurđa Čović'
const RUSSIAN = 'Иван Петров, Мария Кузнецова, Сергей Щукин, ОЛЬГА ЁЛКИНА'
const UKRAINIAN = 'Олена Шевченко, Андрій Їжакевич, Юлія Ґонта'

test.each<[Encoding, string]>([
  ['windows-1252', GERMAN],
  ['windows-1252', FRENCH],
  ['windows-1252', MANY],
  ['windows-1252', 'Jane Miller, Renée Smith, Bob Jones'],
  ['windows-1252', 'Jane Miller, Conor O’Neil'],
  ['macintosh', GERMAN],
  ['macintosh', FRENCH],
  ['macintosh', MANY],
  ['macintosh', 'Jane Miller, Renée Smith, Bob Jones'],
  ['macintosh', 'Jane Miller, Conor O’Neil'],
  ['ibm850', GERMAN],
  ['ibm850', FRENCH],
  ['iso-8859-15', 'Cœur Dupont, Françoise Noël'],
  ['iso-8859-15', 'Šárka Žák, Cœur Dupont'],
  ['windows-1250', POLISH],
  ['windows-1250', CZECH],
  ['windows-1250', HUNGARIAN],
  ['windows-1250', CROATIAN],
  ['iso-8859-2', POLISH],
  ['iso-8859-2', CZECH],
  ['iso-8859-2', HUNGARIAN],
  ['iso-8859-2', CROATIAN],
  ['windows-1257', 'Žygimantas Šarūnas, Jūratė Kazlauskienė, Rūta Čepaitė'],
  ['windows-1251', RUSSIAN],
  ['windows-1251', UKRAINIAN],
  ['koi8-r', RUSSIAN],
  ['koi8-u', UKRAINIAN],
  ['iso-8859-5', RUSSIAN],
  ['x-mac-cyrillic', RUSSIAN],
  ['ibm866', RUSSIAN],
  ['windows-1253', 'Γιώργος Παπαδόπουλος, Μαρία Νικολάου, Άννα Ζώη'],
  ['windows-1254', 'Ayşe Yılmaz, Gökhan Çağlayan, İbrahim Şahin'],
  ['windows-1255', 'דוד כהן, שרה לוי'],
  ['windows-1256', 'محمد علي, فاطمة حسن'],
  ['windows-874', 'สมชาย ใจดี, สมหญิง รักไทย'],
  ['shift_jis', '山田太郎, 佐藤花子, タナカ ヒロシ'],
  ['euc-jp', '山田太郎, 佐藤花子, タナカ ヒロシ'],
  ['gb18030', '王伟, 李娜, 张敏, 刘洋, 陈静'],
  ['big5', '陳怡君, 林志明, 黃淑芬'],
  ['euc-kr', '김민준, 이서연, 박지훈'],
  ['utf-8', MANY],
])('guesses %s from the names %s', (encoding, names) => {
  const text = listOf(names)
  const bytes = encode(text, encoding)
  // Compares texts: the bytes of some lists mean the same in two encodings.
  expect(decodeBytes(bytes, guessEncoding(bytes))).toBe(text)
})

test.each<[Encoding, string, string]>([
  ['windows-1250', 'Grzegorz Brzęczyszczykiewicz', 'Grzegorz Brzêczyszczykiewicz'],
  ['windows-1250', 'Ivan Horvatić', 'Ivan Horvatiæ'],
  ['windows-1254', 'Ayşe Yılmaz', 'Ayþe Yýlmaz'],
  ['windows-1253', 'Γιώργος', 'Гйюсгпт'],
])('cannot know the encoding of %s from the single name %s', (encoding, name, guessed) => {
  const bytes = encode(listOf(name), encoding)
  expect(decodeBytes(bytes, guessEncoding(bytes))).toContain(guessed)
  expect(decodeBytes(bytes, encoding)).toBe(listOf(name))
})

test('takes a file with one bad byte for UTF-8, whatever surrounds the byte', () => {
  for (const names of [MANY, POLISH, RUSSIAN, 'Jürgen Müller, Bob Jones', '王伟, 李娜', '山田太郎']) {
    const valid = new TextEncoder().encode(listOf(names))
    for (const bad of [0x80, 0xa0, 0xe9, 0xfc, 0xff]) {
      for (const at of [0, 3, 17, valid.length])
        expect(guessEncoding(Uint8Array.of(...valid.subarray(0, at), bad, 0x2c, ...valid.subarray(at)))).toBe('utf-8')
    }
  }
})

test('guesses from the lines with special characters, wherever they are in the file', () => {
  const lines = Array.from({ length: 9000 }, (_, i) => `Client ${i},c${i}@example.com`)
  const text = [...lines, 'Jiří Dvořák,jiri@example.com', ...lines].join('\n')
  expect(guessEncoding(encode(text, 'windows-1250'))).toBe('windows-1250')
})

test('offers only encodings that can be decoded', () => {
  for (const encoding of Object.keys(ENCODINGS) as Encoding[])
    expect(decodeBytes(Uint8Array.of(0x41, 0x00), encoding)).toBeTruthy()
})
