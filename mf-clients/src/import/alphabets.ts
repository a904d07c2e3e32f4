import type { Encoding } from './encodings.ts'

const WESTERN = [
  'äöüß',
  'àâçéèêëîïôùûüÿœæ',
  'áéíóúüñ',
  'áâãàçéêíóôõú',
  'àèéìíòóù',
  'åäöéü',
  'æøåéöü',
  'áðéíóúýþæö',
  'áéëïíóöü',
]
const CENTRAL = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîșşțţ', 'äöüß']
const CYRILLIC = [
  'абвгдежзийклмнопрстуфхцчшщъыьэюяё',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  'абвгдђежзијклљмнњопрстћуфхцчџш',
]
const GREEK = ['αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ']

/** The letters beyond a–z of the languages that are written in an encoding. */
export const ALPHABETS = {
  'windows-1252': WESTERN,
  macintosh: WESTERN,
  'windows-1250': CENTRAL,
  'windows-1251': CYRILLIC,
  'windows-1253': GREEK,
  'windows-1254': ['çğıi̇öşüâîû'],
  'windows-1257': ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'],
  'windows-1255': ['אבגדהוזחטיכלמנסעפצקרשתךםןףץ'],
  'windows-1256': ['ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگـ'],
  'iso-8859-2': CENTRAL,
  'iso-8859-15': WESTERN,
  ibm850: WESTERN,
  'koi8-r': CYRILLIC,
  'koi8-u': CYRILLIC,
  'x-mac-cyrillic': CYRILLIC,
  ibm866: CYRILLIC,
  'iso-8859-5': CYRILLIC,
  'iso-8859-7': GREEK,
  'windows-874': ['กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะัาำิีึืฺุูเแโใไๅๆ็่้๊๋์'],
} satisfies Partial<Record<Encoding, readonly string[]>>

const isBetween = (byte: number, first: number, last: number): boolean => byte >= first && byte <= last

/** Returns whether two bytes are one of the common characters of an encoding, as most names are. */
export const COMMON_CHARACTERS = {
  'euc-kr': (lead: number, trail: number) => isBetween(lead, 0xb0, 0xc8) && trail > 0xa0,
  gb18030: (lead: number, trail: number) => isBetween(lead, 0xb0, 0xd7) && trail > 0xa0,
  big5: (lead: number) => isBetween(lead, 0xa4, 0xc6),
  shift_jis: (lead: number) => isBetween(lead, 0x82, 0x83) || isBetween(lead, 0x88, 0x98),
  'euc-jp': (lead: number, trail: number) =>
    (isBetween(lead, 0xa4, 0xa5) || isBetween(lead, 0xb0, 0xcf)) && trail > 0xa0,
} satisfies Partial<Record<Encoding, (lead: number, trail: number) => boolean>>
