import { isEmail } from '@portal/contract/fields'
import type { CsvRow } from './parse.ts'

/** What a column of the file may hold. */
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

/** For each target the index of its column, or undefined where the file has none. */
export type Mapping = Partial<Record<Target, number>>

const words = (text: string): readonly string[] => text.split(/\s+/)

/** How such columns are called in what other programs export, letters and digits only, in the order in which they are tried. */
const NAMES: Record<Target, readonly string[]> = {
  email:
    words(`email emailaddress mail emails emailid primaryemail mainemail workemail email1 email1value contactemail mailaddress
    emailadresse mailadresse correo correoelectronico courriel adressemail adresseemail epost`),
  first_name: words('firstname givenname forename first fname vorname prenom nombredepila voornaam fornavn'),
  last_name:
    words(`lastname surname familyname last lname nachname familienname nomdefamille apellido apellidos cognome achternaam
    etternavn`),
  phone:
    words(`phone phonenumber phonenumbers telephone telephonenumber tel mobile mobilephone mobilenumber cell cellphone primaryphone
    mainphone workphone businessphone phone1 phone1value contactnumber telefon telefonnummer handy mobil telefono movil portable
    numerodetelephone telefoon`),
  company:
    words(`company companyname organization organisation organizationname organization1name business businessname firm employer
    account accountname firma firmenname unternehmen empresa entreprise societe azienda bedrijf`),
  status: words('status clientstatus customerstatus kundenstatus statut stato estatus'),
  name: words(`name fullname clientname clientfullname customername customerfullname contactname displayname displayas client customer
    contact person kunde kundenname mandant ansprechpartner nombre nombrecompleto nom nomcomplet nome nomecompleto navn naam namn`),
}

/** What a heading holds that is none of those word for word; tried in this order. */
const PARTS: readonly (readonly [Target, RegExp])[] = [
  ['email', /e?mail/],
  ['first_name', /firstname|givenname|vorname/],
  ['last_name', /lastname|surname|familyname|nachname/],
  ['phone', /phone|mobile|telefon/],
  ['company', /company|organi[sz]ation|business|firma/],
  ['status', /^status|status$/],
  ['name', /name/],
]

const bare = (heading: string): string =>
  heading
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** A column without a telling heading whose cells are mostly addresses. */
function emailColumn(rows: readonly CsvRow[], used: ReadonlySet<number>): number | undefined {
  const sample = rows.slice(0, 50)
  const width = Math.max(0, ...sample.map((r) => r.cells.length))
  for (let column = 0; column < width; column++) {
    const cells = sample.map((r) => r.cells[column]?.trim() ?? '').filter((c) => c !== '')
    if (!used.has(column) && cells.length > 0 && cells.filter(isEmail).length * 2 > cells.length) return column
  }
  return undefined
}

/** Whether the first row names the columns: it does unless it holds an address itself. */
export const hasHeadings = (rows: readonly CsvRow[]): boolean =>
  rows[0]?.cells.every((c) => !isEmail(c.trim())) ?? false

/** Guesses what the columns hold, by their headings in many spellings, and the e-mail by what stands in it. */
export function guessMapping(headings: readonly string[], rows: readonly CsvRow[]): Mapping {
  const names = headings.map(bare)
  const mapping: Mapping = {}
  const used = new Set<number>()
  const take = (target: Target, column: number): void => {
    if (column < 0 || used.has(column) || mapping[target] !== undefined) return
    mapping[target] = column
    used.add(column)
  }
  for (const target of Object.keys(NAMES) as Target[]) {
    for (const name of NAMES[target]) take(target, names.indexOf(name))
  }
  for (const [target, part] of PARTS) {
    take(
      target,
      names.findIndex((name, i) => !used.has(i) && part.test(name)),
    )
  }
  if (mapping.email === undefined) take('email', emailColumn(rows, used) ?? -1)
  // Beside a first name, a plain "Name" is the last one.
  const { name, ...others } = mapping
  return name !== undefined && mapping.first_name !== undefined && mapping.last_name === undefined
    ? { ...others, last_name: name }
    : mapping
}

/** Why a mapping is not enough to go on, or undefined. */
export function mappingProblem(mapping: Mapping): string | undefined {
  if (mapping.email === undefined) return 'Please choose the column that holds the email.'
  const named = mapping.name ?? mapping.first_name ?? mapping.last_name
  return named === undefined ? 'Please choose the column that holds the name.' : undefined
}
