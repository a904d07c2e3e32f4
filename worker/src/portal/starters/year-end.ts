import { ask, must, SCANS, starter, YES_NO, YES_NO_UNSURE } from './define.ts'

/** Documents and answers for closing the year and for the tax preparer. */
export const yearEnd = starter(8, {
  key: 'year-end/1',
  name: 'Year-end package',
  description: 'What we need to close your year and hand clean books to your tax preparer.',
  sections: {
    'Year-end statements': [
      must('year-end-date', 'date', 'Last day of your tax year'),
      must('bank-statements', 'file', 'Bank statements that show the year-end balance', {
        helpText: 'One per account: December for most. If the statement ends mid-month, add the next one.',
        accept: ['.pdf'],
      }),
      ask('card-statements', 'file', 'Card statements that show the year-end balance', { accept: ['.pdf'] }),
      ask('loan-statements', 'file', 'Year-end loan statements', {
        helpText: 'With the balance and the interest paid in the year (Form 1098 if you got one).',
        accept: SCANS,
      }),
      ask('forms-received', 'file', 'Tax forms you received', {
        helpText: '1099-NEC, 1099-K, 1099-INT and the like.',
        accept: SCANS,
      }),
    ],
    'What you own and owe': [
      must('inventory', 'number', 'Value of inventory on the last day', {
        min: 0,
        decimals: 2,
        helpText: 'Counted, at cost, in dollars. Enter 0 if you keep none.',
      }),
      ask('inventory-count', 'file', 'Inventory count'),
      must('assets-bought', 'dropdown', 'Did you buy or sell equipment, vehicles or property?', { options: YES_NO }),
      ask('assets-list', 'long-text', 'What was bought or sold', { helpText: 'Date, what, price. One per line.' }),
      ask('assets-documents', 'file', 'Purchase and sale documents'),
      must('owed-to-you', 'dropdown', 'Are there invoices nobody will pay any more?', { options: YES_NO }),
      ask('bad-debts', 'long-text', 'Invoices to write off', { helpText: 'Customer, date and amount.' }),
      ask('owed-by-you', 'file', 'Bills for this year that you paid or will pay next year'),
    ],
    'Home office and vehicle': [
      must('home-office', 'dropdown', 'Do you work from a part of your home used only for business?', {
        options: YES_NO,
      }),
      ask('home-office-area', 'number', 'Square feet of that part', { min: 0, decimals: 0 }),
      ask('home-area', 'number', 'Square feet of the whole home', { min: 0, decimals: 0 }),
      must('vehicle', 'dropdown', 'Do you use a vehicle for business?', { options: YES_NO }),
      ask('business-miles', 'number', 'Business miles this year', {
        min: 0,
        decimals: 0,
        helpText: 'From your mileage log. Commuting does not count.',
      }),
      ask('total-miles', 'number', 'All miles of that vehicle this year', { min: 0, decimals: 0 }),
      ask('mileage-log', 'file', 'Mileage log'),
    ],
    'Owners and taxes': [
      ask('estimates', 'long-text', 'Estimated taxes paid', {
        helpText: 'Federal and state: date and amount, one per line.',
      }),
      must('owner-money', 'dropdown', 'Did owners put in or take out money outside payroll?', {
        options: YES_NO_UNSURE,
      }),
      ask('owner-changes', 'long-text', 'Changes of ownership or address'),
      ask('health-insurance', 'number', 'Health insurance paid for owners', {
        min: 0,
        decimals: 2,
        helpText: 'In dollars, for the whole year.',
      }),
      ask('retirement', 'number', 'Retirement contributions for owners', {
        min: 0,
        decimals: 2,
        helpText: 'In dollars, for the whole year.',
      }),
      must('preparer', 'short-text', 'Name of your tax preparer'),
      must('preparer-email', 'email', 'Email of your tax preparer', {
        helpText: 'We send the finished package there.',
      }),
      must('ready', 'checkbox', 'Please confirm', {
        options: ['All transactions of the year are in the accounts I have given you'],
      }),
    ],
  },
})
