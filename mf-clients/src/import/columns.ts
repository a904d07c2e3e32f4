import { foldText } from '@portal/contract/search-text'
import { isBlank } from '@portal/contract/text'
import { cleanEmail, isEmail } from '@portal/contract/emails'
import type { CsvRow } from './parse.ts'

/** Values that a column can contain. */
export const TARGETS = ['name', 'first_name', 'last_name', 'email', 'phone', 'company', 'status'] as const
export type Target = (typeof TARGETS)[number]
export const TARGET_LABELS: Record<Target, string> = {
  name: 'Full Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  status: 'Status',
}

/** Column index for each target; undefined if the file has no such column. */
export type Mapping = Partial<Record<Target, number>>

const words = (text: string): readonly string[] => text.split(/\s+/)

/**
 * Headings used by other programs (letters and digits only), in the order in which they are tried.
 */
const HEADINGS: Record<Target, readonly string[]> = {
  email: words(
    `email emailaddress mail emails emailid primaryemail mainemail workemail email1 email1value contactemail
    mailaddress emailadresse mailadresse correo correoelectronico courriel adressemail adresseemail epost
    почта электроннаяпочта элпочта пошта електроннапошта`,
  ),
  first_name: words(
    `firstname givenname forename first fname vorname prenom nombredepila voornaam fornavn fornamn
    imie jmeno имя імя`,
  ),
  last_name: words(
    `lastname surname familyname last lname nachname familienname nomdefamille apellido apellidos cognome
    achternaam etternavn efternavn efternamn nazwisko prijmeni фамилия прізвище`,
  ),
  phone: words(
    `phone phonenumber phonenumbers telephone telephonenumber tel mobile mobilephone mobilenumber cell cellphone
    primaryphone mainphone workphone businessphone phone1 phone1value contactnumber telefon telefonnummer handy
    mobil telefono movil portable numerodetelephone telefoon телефон`,
  ),
  company: words(
    `company companyname organization organisation organizationname organization1name business businessname firm
    employer account accountname firma firmenname unternehmen empresa entreprise societe azienda bedrijf
    компания организация фирма компанія організація`,
  ),
  status: words('status clientstatus customerstatus kundenstatus statut stato estatus статус'),
  name: words(
    `name fullname clientname clientfullname customername customerfullname contactname displayname displayas
    client customer contact person kunde kundenname mandant ansprechpartner nombre nombrecompleto nom nomcomplet
    nome nomecompleto navn naam namn imieinazwisko jmenoaprijmeni фио піб`,
  ),
}

/** Patterns for all other headings, tried in this order. */
const PATTERNS: readonly (readonly [Target, RegExp])[] = [
  ['email', /e?mail/],
  ['first_name', /firstname|givenname|vorname/],
  ['last_name', /lastname|surname|familyname|nachname/],
  ['phone', /phone|mobile|telefon/],
  ['company', /company|organi[sz]ation|business|firma/],
  ['status', /^status|status$/],
  ['name', /name/],
]

const normalize = (heading: string): string => foldText(heading).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Returns an unused column whose cells are mostly email addresses. */
function emailColumn(rows: readonly CsvRow[], used: ReadonlySet<number>): number | undefined {
  const sample = rows.slice(0, 50)
  const width = Math.max(0, ...sample.map((r) => r.cells.length))
  for (let column = 0; column < width; column++) {
    const cells = sample.map((r) => cleanEmail(r.cells[column] ?? '')).filter((c) => c !== '')
    if (!used.has(column) && cells.length > 0 && cells.filter(isEmail).length * 2 > cells.length) return column
  }
  return undefined
}

const KNOWN_HEADINGS = new Set(Object.values(HEADINGS).flat())
/** Rows among which headings are looked for. */
export const HEADING_ROWS = 20

/**
 * Returns the index of the row with the headings, or -1. Reports begin with a title, a company and a date: of the rows
 * before the first email address, it is the one with most known headings, otherwise the one with most cells.
 */
export function guessHeadingRow(rows: readonly CsvRow[]): number {
  const firstClient = rows.findIndex(({ cells }) => cells.some((c) => isEmail(cleanEmail(c))))
  const scores = rows
    .slice(0, firstClient < 0 ? HEADING_ROWS : Math.min(firstClient, HEADING_ROWS))
    .map(({ cells }) => {
      const filled = cells.filter((c) => !isBlank(c))
      return filled.filter((c) => KNOWN_HEADINGS.has(normalize(c))).length * 1000 + filled.length
    })
  return scores.indexOf(Math.max(...scores))
}

/** Guesses the columns from their headings, and the email column also from its cells. */
export function guessMapping(headings: readonly string[], rows: readonly CsvRow[]): Mapping {
  const names = headings.map(normalize)
  const mapping: Mapping = {}
  const used = new Set<number>()
  const take = (target: Target, column: number): void => {
    if (column < 0 || used.has(column) || mapping[target] !== undefined) return
    mapping[target] = column
    used.add(column)
  }
  for (const target of Object.keys(HEADINGS) as Target[]) {
    for (const name of HEADINGS[target]) take(target, names.indexOf(name))
  }
  for (const [target, pattern] of PATTERNS) {
    take(
      target,
      names.findIndex((name, i) => !used.has(i) && pattern.test(name)),
    )
  }
  if (mapping.email === undefined) take('email', emailColumn(rows, used) ?? -1)
  // Next to a first name, "Name" means the last name.
  const { name, ...others } = mapping
  return name !== undefined && mapping.first_name !== undefined && mapping.last_name === undefined
    ? { ...others, last_name: name }
    : mapping
}

/** Returns why a mapping is incomplete, or undefined. */
export function mappingProblem(mapping: Mapping): string | undefined {
  if (mapping.email === undefined) return 'Please choose the column that contains the email.'
  const named = mapping.name ?? mapping.first_name ?? mapping.last_name
  return named === undefined ? 'Please choose the column that contains the name.' : undefined
}
