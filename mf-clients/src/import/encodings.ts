/** The encodings that can be chosen. All but DOS are those of the browser (https://encoding.spec.whatwg.org). */
export const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Western European (Windows-1252)',
  macintosh: 'Western European (Mac Roman)',
  'iso-8859-15': 'Western European (ISO-8859-15)',
  ibm850: 'Western European (DOS)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO-8859-2)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'koi8-u': 'Cyrillic (KOI8-U)',
  'iso-8859-5': 'Cyrillic (ISO-8859-5)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  ibm866: 'Cyrillic (DOS)',
  'windows-1253': 'Greek (Windows-1253)',
  'iso-8859-7': 'Greek (ISO-8859-7)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'iso-2022-jp': 'Japanese (ISO-2022-JP)',
  gb18030: 'Chinese, simplified (GBK)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
} as const
export type Encoding = keyof typeof ENCODINGS

/** The characters of bytes 80 to FF in "CSV (MS-DOS)" of Excel. Browsers do not know this encoding. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

const dosCharacter = (byte: number): string => (byte < 0x80 ? String.fromCharCode(byte) : (DOS[byte - 0x80] ?? ''))

/** Returns the text of bytes. What cannot be decoded becomes U+FFFD. */
export const decodeBytes = (bytes: Uint8Array, encoding: Encoding): string =>
  encoding === 'ibm850' ? Array.from(bytes, dosCharacter).join('') : new TextDecoder(encoding).decode(bytes)
