import { ask, must, SCANS, starter, YES_NO } from './define.ts'

/** Everything that a payroll provider asks for. */
export const payrollSetup = starter(6, {
  key: 'payroll-setup/1',
  name: 'Payroll setup',
  description:
    'What we need to run your first payroll on time. Please send it at least two weeks before the first pay day.',
  sections: {
    'Company and tax accounts': [
      must('legal-name', 'short-text', 'Legal business name'),
      must('ein', 'short-text', 'Employer Identification Number (EIN)', {
        helpText: 'Nine digits, such as 12-3456789.',
      }),
      must('ein-letter', 'file', 'IRS letter with your EIN', {
        helpText: 'Form CP 575 or 147C.',
        accept: SCANS,
        maxFiles: 2,
      }),
      must('states', 'short-text', 'States in which people work', {
        helpText: 'Also from home. Such as “Ohio, Kentucky”.',
      }),
      ask('state-ids', 'long-text', 'State withholding and unemployment account numbers', {
        helpText: 'One per line. Leave it empty if you have not registered: we will help.',
      }),
      ask('sui-notice', 'file', 'Latest unemployment rate notice', { accept: SCANS }),
      must('workers-comp', 'dropdown', 'Do you have workers’ compensation insurance?', {
        options: ['Yes', 'No', 'Not sure'],
      }),
    ],
    'Pay schedule': [
      must('frequency', 'dropdown', 'How often you pay', {
        options: ['Every week', 'Every two weeks', 'Twice a month', 'Every month'],
      }),
      must('first-pay-day', 'date', 'First pay day with us'),
      must('hours', 'dropdown', 'How hours are recorded', {
        options: ['Time-tracking app', 'Paper or spreadsheet', 'Everyone is salaried'],
      }),
      must('hours-by', 'short-text', 'Who sends us the hours'),
      must('hours-by-email', 'email', 'Email of that person'),
    ],
    'Your people': [
      must('count', 'number', 'Number of employees', {
        min: 1,
        decimals: 0,
        helpText: 'With owners who take a salary.',
      }),
      must('roster', 'file', 'List of employees', {
        helpText:
          'For each: name, start date, hourly rate or salary, state, email. No Social Security numbers: each ' +
          'employee enters their own in the payroll system.',
        accept: ['.pdf', '.doc', '.docx', '.txt'],
      }),
      must('w4', 'file', 'Signed Form W-4 of each employee', { accept: SCANS }),
      ask('i9', 'checkbox', 'Form I-9', { options: ['I have checked and kept a Form I-9 for every employee'] }),
      must('earlier-pay', 'dropdown', 'Was anyone paid this year already?', { options: YES_NO }),
      ask('earlier-pay-reports', 'file', 'Payroll reports of this year so far', {
        helpText: 'Year-to-date totals per employee, and Forms 941 that were filed.',
      }),
    ],
    'Benefits and deductions': [
      ask('benefits', 'checkbox', 'What you offer', {
        options: [
          'Health insurance',
          'Retirement plan',
          'HSA or FSA',
          'Paid time off',
          'Sick leave',
          'Commuter benefits',
          'None',
        ],
      }),
      ask('benefit-documents', 'file', 'Plan documents and what employees pay'),
      ask('pto', 'long-text', 'Rules for paid time off', { helpText: 'How it builds up, what carries over.' }),
      ask('garnishments', 'dropdown', 'Are there garnishments or child support orders?', { options: YES_NO }),
      ask('garnishment-orders', 'file', 'The orders', { accept: SCANS }),
    ],
  },
})
