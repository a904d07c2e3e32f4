import { ask, must, SCANS, SOFTWARE, starter, YES_NO_UNSURE } from './define.ts'

/** Books that are months or years behind. */
export const catchUp = starter(5, {
  key: 'catch-up/1',
  name: 'Catch-up bookkeeping',
  description: 'For books that are behind: how far, what exists, and the statements we rebuild them from.',
  sections: {
    'How far behind': [
      must('from', 'date', 'First month to catch up', {
        helpText: 'The first day of the first month that is not done.',
      }),
      must('until', 'date', 'Last month to catch up', { helpText: 'The last day of the last month you want done.' }),
      must('reason', 'checkbox', 'Why it has to be done now', {
        options: [
          'Tax return is due',
          'Tax return is late',
          'Loan or grant application',
          'Notice from a tax office',
          'Selling the business',
          'I want to know where I stand',
        ],
      }),
      ask('deadline', 'date', 'Is there a date it must be ready by?'),
    ],
    'What exists': [
      must('last-software', 'dropdown', 'Where the last books were kept', {
        options: [...SOFTWARE, 'Spreadsheets', 'On paper', 'Nowhere'],
      }),
      must('returns-filed', 'dropdown', 'Are all tax returns of earlier years filed?', { options: YES_NO_UNSURE }),
      ask('last-return', 'file', 'Last tax return that was filed', {
        helpText: 'All pages: we start from its balances.',
        accept: SCANS,
      }),
      ask('old-books', 'file', 'Reports or files of the old books', {
        helpText: 'Last balance sheet, profit and loss, trial balance, or whatever you have.',
      }),
      ask('notices', 'file', 'Letters from tax offices', { helpText: 'Also those you have not opened yet.' }),
    ],
    Statements: [
      must('accounts', 'long-text', 'All accounts used in this time', {
        helpText: 'Bank accounts, cards, loans, PayPal and the like. One per line, also closed ones.',
      }),
      must('bank-statements', 'file', 'Bank statements', {
        helpText: 'Every month in the period, as PDF from the bank. Up to 20 files here; send the rest with the chat.',
        accept: ['.pdf'],
        maxFiles: 20,
      }),
      ask('card-statements', 'file', 'Card and loan statements', { accept: ['.pdf'], maxFiles: 20 }),
      must('missing', 'dropdown', 'Are statements missing that you cannot download?', {
        options: ['No', 'Yes, some', 'Yes, many'],
      }),
      ask('missing-note', 'long-text', 'Which ones are missing'),
    ],
    'What we should know': [
      must('mixed', 'dropdown', 'Were personal and business money mixed?', {
        options: ['Never', 'Sometimes', 'Often'],
      }),
      ask('transfers', 'long-text', 'Large or unusual payments', {
        helpText: 'Buying a vehicle, moving money between accounts, a loan from family: date, amount, what it was.',
      }),
      ask('cash', 'long-text', 'Cash that never reached the bank', {
        helpText: 'Sales or payments in cash, about how much a month.',
      }),
      ask('payroll', 'dropdown', 'Did you have employees in this time?', { options: YES_NO_UNSURE }),
      ask('anything', 'long-text', 'Anything else'),
    ],
  },
})
