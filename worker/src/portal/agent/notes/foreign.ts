// Words of other languages that are not English words. One is enough: an English note seldom contains any.
const FOREIGN = new RegExp(
  [
    [
      '(?<![\\p{L}])(?:bitte|keine?[nm]?|nicht|nichts|erst|noch|urlaub|warten|melden|anrufen|schreiben',
      '|mahnen|kunde|kundin|und|ist|bis zum|nur|wieder|erinner\\w+',
    ].join(''),
    [
      'hasta|antes|despu[eé]s|por favor|recordatorios?|clientes?|vacaciones|espera[rn]?|esperen?|llam\\w+',
      '|enviar|env[ií]\\w+|molest\\w+|lunes|martes|mi[eé]rcoles|jueves|viernes|semana|est[aá] de|no (?:le',
      '|lo|la|les|me)',
    ].join(''),
    [
      "s'il|jusqu'?\\w*|ne pas|avant|apr[eè]s|rappels?|attendre|cong[eé]s?|n[aã]o|por favor",
      '|f[eé]rias)(?![\\p{L}])',
      '|[\\p{Script=Cyrillic}\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Arabic}]',
      '|[\\p{Script=Hebrew}\\p{Script=Hiragana}\\p{Script=Katakana}]',
    ].join(''),
  ].join('|'),
  'iu',
)

/** Returns whether a note is written in another language than English. */
export const isForeign = (text: string): boolean => FOREIGN.test(text)
