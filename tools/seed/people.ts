import type { ClientStatus, SectionStatus } from '@portal/contract/statuses'

/** The demo firm and its clients. */

/** The person who can sign in to the operator page of a portal on this machine. */
export const DEMO_OPERATOR = 'operator@example.com'
export const DEMO_PASSWORD = 'demo-portal-1!'
export const DEMO_BOOKKEEPER = { name: 'Maya Torres', email: 'maya@torresbooks.example', company: 'Torres Bookkeeping' }

/** A workform of a client, with the status of each section in order. */
export interface DemoAssignment {
  workform: string
  /** Days from today. */
  due: number
  /** Days ago. */
  assigned: number
  sections: SectionStatus[]
  reason?: string
  /** The day by which the client has promised to send it, in days from today. */
  promised?: number
}

export interface DemoClient {
  name: string
  company: string | null
  email: string
  phone: string
  status: ClientStatus
  /** Days ago. */
  since: number
  /** Whether the client has set a password. */
  signedUp: boolean
  work: DemoAssignment[]
  chat: ['client' | 'bookkeeper', string, number][]
}

const INTAKE = 'New Client Intake'
const CLOSE = 'Monthly Close Packet'

export const DEMO_CLIENTS: DemoClient[] = [
  {
    name: 'Priya Raman',
    company: 'Saffron Street Kitchen LLC',
    email: 'priya@saffronstreet.example',
    phone: '(503) 555-0142',
    status: 'onboarding',
    since: 9,
    signedUp: true,
    work: [
      {
        workform: INTAKE,
        due: 4,
        assigned: 9,
        sections: ['pending_review', 'rejected', 'pending'],
        reason: 'The statement is for August; please upload the one for October.',
      },
    ],
    chat: [
      ['client', 'Hi Maya! I uploaded the statement, is that the right month?', 30],
      ['bookkeeper', 'Almost: I need October. I sent the section back to you with a note.', 26],
      ['client', 'Ah, got it. Tonight!', 25],
    ],
  },
  {
    name: 'Daniel Okafor',
    company: 'Okafor Plumbing & Heating',
    email: 'daniel@okaforplumbing.example',
    phone: '(503) 555-0178',
    status: 'active',
    since: 210,
    signedUp: true,
    work: [
      { workform: INTAKE, due: -180, assigned: 208, sections: ['approved', 'approved', 'approved'] },
      { workform: CLOSE, due: 2, assigned: 6, sections: ['pending_review', 'pending'], promised: 1 },
    ],
    chat: [
      ['bookkeeper', 'October close is open in your portal, Daniel.', 140],
      ['client', 'Statements are in. Receipts follow once I find the truck invoice.', 20],
    ],
  },
  {
    name: 'Lena Fischer',
    company: 'Fischer Design Studio',
    email: 'lena@fischerdesign.example',
    phone: '(971) 555-0110',
    status: 'active',
    since: 320,
    signedUp: true,
    work: [
      { workform: CLOSE, due: -3, assigned: 12, sections: ['approved', 'approved'], promised: -4 },
      { workform: 'Year-End 1099 Review', due: 20, assigned: 2, sections: ['pending'] },
    ],
    chat: [['client', 'Thank you, that was quick!', 70]],
  },
  {
    name: 'Marcus Bell',
    company: 'Bell & Sons Landscaping',
    email: 'marcus@bellandsons.example',
    phone: '(360) 555-0193',
    status: 'onboarding',
    since: 21,
    signedUp: true,
    work: [
      { workform: INTAKE, due: -5, assigned: 20, sections: ['approved', 'pending', 'pending'], promised: -2 },
      { workform: 'Payroll Setup', due: 10, assigned: 5, sections: ['pending', 'pending'] },
    ],
    chat: [],
  },
  {
    name: 'Ana Sofía Marín',
    company: 'Marín Translations',
    email: 'ana@marintranslations.example',
    phone: '(503) 555-0125',
    status: 'new',
    since: 1,
    signedUp: false,
    work: [{ workform: INTAKE, due: 13, assigned: 1, sections: ['pending', 'pending', 'pending'] }],
    chat: [],
  },
  {
    name: 'Tom Whitaker',
    company: null,
    email: 'tom.whitaker@mail.example',
    phone: '(503) 555-0161',
    status: 'new',
    since: 3,
    signedUp: false,
    work: [],
    chat: [],
  },
  {
    name: 'Grace Liu',
    company: 'Liu Pediatric Dentistry PC',
    email: 'office@liudental.example',
    phone: '(503) 555-0107',
    status: 'active',
    since: 400,
    signedUp: true,
    work: [{ workform: CLOSE, due: 5, assigned: 4, sections: ['submitted', 'pending_review'] }],
    chat: [['client', 'Both sections are in. Have a good weekend!', 8]],
  },
  {
    name: 'Ibrahim Haddad',
    company: 'Cedar & Salt Market',
    email: 'ibrahim@cedarandsalt.example',
    phone: '(971) 555-0136',
    status: 'onboarding',
    since: 14,
    signedUp: true,
    work: [{ workform: INTAKE, due: 1, assigned: 13, sections: ['pending_review', 'pending_review', 'pending'] }],
    chat: [],
  },
  {
    name: 'Sophie Laurent',
    company: 'Atelier Laurent',
    email: 'sophie@atelierlaurent.example',
    phone: '(503) 555-0188',
    status: 'inactive',
    since: 520,
    signedUp: true,
    work: [],
    chat: [],
  },
  {
    name: 'Robert Nakamura',
    company: 'Nakamura Auto Repair',
    email: 'rob@nakamuraauto.example',
    phone: '(360) 555-0154',
    status: 'active',
    since: 95,
    signedUp: true,
    work: [{ workform: 'Payroll Setup', due: -30, assigned: 60, sections: ['approved', 'approved'] }],
    chat: [],
  },
  {
    name: 'Chiamaka Eze',
    company: 'Eze Home Care LLC',
    email: 'chiamaka@ezehomecare.example',
    phone: '(503) 555-0119',
    status: 'onboarding',
    since: 30,
    signedUp: true,
    work: [{ workform: 'Payroll Setup', due: -1, assigned: 16, sections: ['pending', 'pending'] }],
    chat: [],
  },
  {
    name: 'Walter Johansson',
    company: 'Johansson Timber Frame Construction & Restoration',
    email: 'accounts@johanssontimber.example',
    phone: '(971) 555-0170',
    status: 'inactive',
    since: 700,
    signedUp: false,
    work: [],
    chat: [],
  },
]
