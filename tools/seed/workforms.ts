import type { Answer, FieldType, WorkformField } from '@portal/contract/fields'

/** The demo workforms, and what clients answer. */

export interface DemoWorkform {
  name: string
  description: string
  template: boolean
  fields: WorkformField[]
}

type Extra = Partial<Omit<WorkformField, 'id' | 'name' | 'type' | 'section'>>

/** Returns the fields of a section. Their ids derive from names. */
function section(name: string, fields: [string, FieldType, Extra?][]): WorkformField[] {
  return fields.map(([label, type, extra]) => ({
    id: fieldId(name, label),
    name: label,
    type,
    section: name,
    required: false,
    ...extra,
  }))
}

const fieldId = (sectionName: string, label: string): string =>
  `${sectionName} ${label}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

export const DEMO_WORKFORMS: DemoWorkform[] = [
  {
    name: 'New Client Intake',
    description: 'The essentials we need before we can open your books.',
    template: true,
    fields: [
      ...section('Business Details', [
        ['Legal business name', 'short-text', { required: true }],
        [
          'Entity type',
          'dropdown',
          {
            required: true,
            options: ['Sole proprietor', 'LLC', 'S corporation', 'C corporation', 'Partnership', 'Nonprofit'],
          },
        ],
        ['EIN', 'short-text', { helpText: 'Nine digits, as on your IRS letter (CP 575).' }],
        ['Fiscal year end', 'date', { required: true }],
        ['Employees', 'number', { min: 0, decimals: 0 }],
      ]),
      ...section('Bank & Cards', [
        ['Main bank', 'short-text', { required: true }],
        [
          'Accounts in use',
          'checkbox',
          { options: ['Checking', 'Savings', 'Credit card', 'Line of credit', 'Merchant account'] },
        ],
        ['Latest bank statement', 'file', { required: true, helpText: 'A PDF of the most recent full month.' }],
      ]),
      ...section('Tax Documents', [
        ['Last filed return', 'file', { helpText: 'Federal return of the last year you filed.' }],
        ['State registrations', 'long-text'],
      ]),
    ],
  },
  {
    name: 'Monthly Close Packet',
    description: 'Statements and receipts for the month that just ended.',
    template: true,
    fields: [
      ...section('Statements', [
        ['Bank statements', 'file', { required: true }],
        ['Credit card statements', 'file'],
        ['Statement month ends', 'date', { required: true }],
      ]),
      ...section('Receipts & Questions', [
        ['Receipts over $75', 'file'],
        ['Anything unusual this month?', 'long-text', { helpText: 'New loans, equipment, owner draws, refunds …' }],
      ]),
    ],
  },
  {
    name: 'Payroll Setup',
    description: 'So that your team is paid right from the first run.',
    template: true,
    fields: [
      ...section('Company', [
        [
          'Pay schedule',
          'dropdown',
          { required: true, options: ['Weekly', 'Every two weeks', 'Twice a month', 'Monthly'] },
        ],
        ['First pay date', 'date', { required: true }],
        ['Payroll contact email', 'email', { required: true }],
      ]),
      ...section('Team', [
        ['Number of employees', 'number', { required: true, min: 1, decimals: 0 }],
        ['Employee list', 'file', { helpText: 'Names, addresses and pay rates, in any format.' }],
      ]),
    ],
  },
  {
    name: 'Year-End 1099 Review',
    description: 'Contractors you paid this year.',
    template: false,
    fields: section('Contractors', [
      ['Paid any contractor $600 or more?', 'dropdown', { required: true, options: ['Yes', 'No', 'Not sure'] }],
      ['W-9 forms on file', 'file'],
      ['Notes', 'long-text'],
    ]),
  },
]

/** Answers by field. Other fields get an answer that fits their type. */
export const DEMO_ANSWERS: Record<string, Answer> = {
  'Entity type': 'LLC',
  EIN: '84-2917305',
  Employees: '6',
  'Main bank': 'Umpqua Bank',
  'Accounts in use': ['Checking', 'Credit card'],
  'State registrations': 'Oregon business registry no. 184-2201, Portland business license.',
  'Anything unusual this month?':
    'We bought a second delivery van (financed, papers attached) and refunded one catering deposit.',
  'Pay schedule': 'Every two weeks',
  'Number of employees': '6',
  'Paid any contractor $600 or more?': 'Yes',
}
