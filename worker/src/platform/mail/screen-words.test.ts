import { expect, it } from 'vitest'
import { productSources } from '../../testing/product-sources.ts'

/** Screens and mails say email, due date, and reject a section (docs/style-guide.md, "Screens and mails"). */

/** What nobody reads on a screen or in a mail: comments and imports, and what the worker's API documents. */
const TECHNICAL = /(?<![:'"`\w/])\/\/.*|\/\*[\s\S]*?\*\/|\bfrom '.*'/g
const DOCUMENTED = /\b(?:summary|description): *'.*'/g
const SQL = /\b(?:SELECT|INSERT|TRIGGER|AS|IS)\b/
const QUOTED = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const IN_ELEMENT = /(?<=[>}])(?!\s*(?:(?:export )?function\b|:))([^<>{}=;`]*[a-z][^<>{}=;`]*)(?=[<{])/g

/** "mail" stands alone: it is no part of a name or address. */
const MAIL_OR_DEADLINE = /\b(?:e-mail\w*|deadlines?)\b|(?<![\w:.'-])mails?(?![\w:'-]|\.\w)/i
const DECLINE = /\bdeclin\w+/i
/** A person declines the request or offer of a bookkeeper, and a bookkeeper a request. */
const OF_AN_OFFER = /\brequest|\binvited\b|\bperson has declined|\byou declined|\bdeclined to become/i

const isWrong = (text: string): boolean =>
  // Not a key, a constant or a query.
  /[a-z]/.test(text) &&
  (/^[A-Z]/.test(text) || text.includes(' ')) &&
  !SQL.test(text) &&
  (MAIL_OR_DEADLINE.test(text) || (DECLINE.test(text) && !OF_AN_OFFER.test(text)))

function wrongTexts({ path, code }: { path: string; code: string }): string[] {
  const read = code.replace(TECHNICAL, '').replace(path.startsWith('worker/') ? DOCUMENTED : /^$/, '')
  const found = [...read.matchAll(QUOTED), ...(path.endsWith('.tsx') ? read.matchAll(IN_ELEMENT) : [])]
  return found
    .map((match) =>
      match
        .slice(1)
        .join('')
        .replaceAll(/\$\{[^}]*\}/g, '…')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/^ | $/g, ''),
    )
    .filter(isWrong)
}

/** Prescribed by the specification. */
const PRESCRIBED = [
  'Set Deadlines & Instructions',
  'Please set deadlines for all selected clients',
  'Decline Section',
  'Section declined',
]
/** The buttons below an offer or request. */
const BUTTONS = ['Decline', 'Declining...']
/** What the portal reads in the words of other people, and an error for those who run it. */
const NOT_SHOWN = /\/agent\/notes\/|\/(?:import\/columns|inbound\/new-text|mail\/transport)\.ts$/

it('says email, due date and reject, in every text that people read', () => {
  const wrong = productSources
    .filter(({ path }) => !NOT_SHOWN.test(path))
    .flatMap((source) => wrongTexts(source).map((text) => `${source.path}: ${text}`))
    .filter((found) => ![...PRESCRIBED, ...BUTTONS].some((text) => found.endsWith(`: ${text}`)))
  expect(wrong).toEqual([])
})

it('finds these words wherever a text is written', () => {
  const found = (code: string) => wrongTexts({ path: 'a.tsx', code }).length
  for (const code of [
    "toastSuccess('Mail sent', x)",
    '`${client} has got 2 mails`',
    '<p>Your deadline (in May) is near.</p>',
    "description: 'The mail was not sent.'",
    "<p>\n  It's in the e-mail\n  <b>{name}</b></p>",
    "title: 'Section was declined'",
    "label: 'Declined'",
  ])
    expect([code, found(code)]).toEqual([code, 1])
  for (const code of [
    "queryKey: ['mail', id]",
    "path: '/mail-off'",
    '// A mail is sent',
    "'Request declined'",
    "'Email sent'",
    '`mail:${to}`',
  ])
    expect([code, found(code)]).toEqual([code, 0])
})
