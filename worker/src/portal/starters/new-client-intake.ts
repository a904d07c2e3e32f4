import { MONTHS } from '@portal/contract/dates'
import { ask, must, SCANS, SOFTWARE, starter, YES_NO, YES_NO_UNSURE } from './define.ts'

/** Basic facts about the business, before the first conversation about the books. */
export const newClientIntake = starter(1, {
  key: 'new-client-intake/1',
  name: 'New client intake',
  description: 'The basics about you and your business, so that we can set up your books. Takes about 10 minutes.',
  sections: {
    'Your business': [
      must('legal-name', 'short-text', 'Legal business name', {
        helpText: 'As on your tax return or formation documents.',
      }),
      ask('trade-name', 'short-text', 'Trade name (DBA)', { helpText: 'Only if you do business under another name.' }),
      must('entity', 'dropdown', 'Type of business', {
        options: [
          'Sole proprietorship',
          'Single-member LLC',
          'Multi-member LLC',
          'Partnership',
          'S corporation',
          'C corporation',
          'Nonprofit',
          'Not sure',
        ],
      }),
      ask('ein', 'short-text', 'Employer Identification Number (EIN)', {
        helpText:
          'Nine digits, such as 12-3456789. Leave it empty if you do not have one; please do not enter a Social ' +
          'Security number.',
      }),
      must('started', 'date', 'Date the business started', { helpText: 'An approximate date is fine.' }),
      must('industry', 'short-text', 'What the business does', {
        helpText: 'In your own words, such as “Residential plumbing” or “Online shop for pet food”.',
      }),
      ask('website', 'short-text', 'Website'),
    ],
    'Contact details': [
      must('contact-name', 'short-text', 'Main contact', {
        helpText: 'The person who answers questions about the books.',
      }),
      must('contact-email', 'email', 'Email of the main contact'),
      must('contact-phone', 'short-text', 'Phone of the main contact'),
      must('address', 'long-text', 'Business address', { helpText: 'Street, city, state and ZIP code.' }),
      ask('reach', 'checkbox', 'Best way to reach you', {
        options: ['Chat in this portal', 'Email', 'Phone call', 'Text message'],
      }),
    ],
    'Your team and your customers': [
      must('owners', 'long-text', 'Owners and their shares', { helpText: 'One per line, such as “Dana Lee, 60%”.' }),
      must('employees', 'number', 'Number of employees', {
        min: 0,
        decimals: 0,
        helpText: 'People on payroll. Enter 0 if there are none.',
      }),
      must('contractors', 'number', 'Number of independent contractors you paid in the last 12 months', {
        min: 0,
        decimals: 0,
      }),
      must('sales-tax', 'dropdown', 'Do you collect sales tax?', { options: YES_NO_UNSURE }),
      ask('income', 'checkbox', 'How customers pay you', {
        options: [
          'Bank transfer (ACH)',
          'Check',
          'Card',
          'Cash',
          'PayPal or Venmo',
          'Stripe or Square',
          'Online marketplace',
        ],
      }),
    ],
    'Your books today': [
      must('software', 'dropdown', 'Where you keep your books now', {
        options: [...SOFTWARE, 'Spreadsheets', 'On paper', 'Nowhere yet', 'Other'],
      }),
      must('method', 'dropdown', 'Accounting method', {
        options: ['Cash', 'Accrual', 'Not sure'],
        helpText:
          'Cash counts money when it moves; accrual counts it when it is earned or owed. Your last tax return ' +
          'says which.',
      }),
      must('year-end', 'dropdown', 'Last month of your tax year', {
        options: [...MONTHS],
        helpText: 'December for most businesses.',
      }),
      ask('reconciled', 'date', 'Books are reconciled through', {
        helpText: 'The last month end up to which they agree with the bank. Leave it empty if you do not know.',
      }),
      must('tax-preparer', 'dropdown', 'Do you have a tax preparer?', { options: YES_NO }),
      ask('tax-preparer-contact', 'short-text', 'Name and email of your tax preparer'),
    ],
    'Documents and goals': [
      must('tax-return', 'file', 'Last business tax return', {
        helpText: 'All pages, as PDF if you have it. For a sole proprietorship: your Form 1040 with Schedule C.',
        accept: SCANS,
      }),
      ask('formation', 'file', 'Formation documents', {
        helpText: 'Articles of organization or incorporation, operating agreement, and the IRS letter with your EIN.',
      }),
      ask('goals', 'checkbox', 'What you would like help with', {
        options: [
          'Monthly bookkeeping',
          'Catching up on past months',
          'Payroll',
          'Invoicing',
          'Paying bills',
          'Sales tax',
          '1099s',
          'Budget and cash flow',
        ],
      }),
      ask('worries', 'long-text', 'Anything that worries you about your books', {
        helpText: 'Notices from the tax office, missing records, things that never add up. Nothing surprises us.',
      }),
    ],
  },
})
