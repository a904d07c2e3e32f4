import { INVALID_DATE, localeDate } from '@portal/contract/dates'
import { type Answer, answerProblem, type WorkformField } from '@portal/contract/fields'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { AnswerView } from './answer-view.tsx'
import { FieldInput } from './field-input.tsx'

afterEach(cleanup)

const field = (type: WorkformField['type'], more: Partial<WorkformField> = {}): WorkformField => ({
  id: 'f',
  name: 'Question',
  type,
  required: false,
  section: 'S',
  ...more,
})
const answer = vi.fn<(a: Answer) => void>()
const show = (f: WorkformField, value?: Answer) => render(<FieldInput field={f} value={value} onChange={answer} />)
afterEach(() => answer.mockReset())

it.each([
  ['short-text', 'text', 'abc'],
  ['email', 'email', 'a@b.co'],
  ['date', 'date', '2026-03-05'],
] as const)('gives %s its real control', (type, control, value) => {
  show(field(type))
  const input = screen.getByLabelText<HTMLInputElement>('Question')
  expect(input.type).toBe(control)
  fireEvent.change(input, { target: { value } })
  expect(answer).toHaveBeenCalledWith(value)
})

it('tells a date that is typed in part from no answer', () => {
  show(field('date'))
  const input = screen.getByLabelText('Question')
  Object.defineProperty(input, 'validity', { value: { badInput: true } })
  fireEvent.blur(input)
  expect(answerProblem(field('date'), answer.mock.lastCall?.[0])).toBe(INVALID_DATE)
})

it("parses a number in the user's format, and formats it when the field loses focus", async () => {
  const user = userEvent.setup()
  const amount = field('number')
  const { rerender } = show(amount)
  const input = screen.getByLabelText<HTMLInputElement>('Question')
  expect([input.type, input.inputMode]).toEqual(['text', 'decimal'])
  answer.mockImplementation((value) => rerender(<FieldInput field={amount} value={value} onChange={answer} />))
  await user.type(input, '$1,234.50')
  expect(input.value).toBe('$1,234.50')
  expect(answer).toHaveBeenLastCalledWith('1234.50')
  await user.tab()
  expect(input.value).toBe('1234.50')
  await user.clear(input)
  await user.type(input, '(CHF 1’234.50)')
  expect(answer).toHaveBeenLastCalledWith('-1234.50')
  await user.clear(input)
  await user.type(input, '12,5')
  expect(answer).toHaveBeenLastCalledWith('12.5')
  await user.clear(input)
  expect(answer).toHaveBeenLastCalledWith('')
})

it('keeps an ambiguous number as typed and marks it invalid', async () => {
  const user = userEvent.setup()
  const amount = field('number')
  const { rerender } = show(amount)
  const input = screen.getByLabelText<HTMLInputElement>('Question')
  answer.mockImplementation((value) => rerender(<FieldInput field={amount} value={value} onChange={answer} />))
  await user.type(input, '1.234')
  await user.tab()
  expect(input.value).toBe('1.234')
  expect(answerProblem(amount, answer.mock.lastCall?.[0])).toMatch(/can be read in two ways/)
})

it("shows numbers in the user's format", () => {
  vi.spyOn(Intl.NumberFormat.prototype, 'formatToParts').mockReturnValue([{ type: 'decimal', value: ',' }])
  show(field('number'), '1234.5')
  expect(screen.getByLabelText<HTMLInputElement>('Question').value).toBe('1234,5')
  render(
    <dl>
      <AnswerView field={field('number')} answer="1234.5" />
    </dl>,
  )
  expect(screen.getByRole('definition').textContent).toBe('1234,5')
  vi.restoreAllMocks()
})

it('renders the controls of a dropdown, a long text and a single checkbox', async () => {
  const user = userEvent.setup()
  const { unmount } = show(field('dropdown', { options: ['One', 'Two'] }))
  await user.selectOptions(screen.getByLabelText('Question'), 'Two')
  expect(answer).toHaveBeenLastCalledWith('Two')
  unmount()
  const long = show(field('long-text'))
  expect(screen.getByLabelText('Question').tagName).toBe('TEXTAREA')
  long.unmount()
  show(field('checkbox'))
  await user.click(screen.getByRole('checkbox', { name: 'Question' }))
  expect(answer).toHaveBeenLastCalledWith(true)
})

it('keeps the selected options in the offered order', async () => {
  const user = userEvent.setup()
  show(field('checkbox', { options: ['Bank', 'Card', 'Cash'] }), ['Cash'])
  await user.click(screen.getByRole('checkbox', { name: 'Bank' }))
  expect(answer).toHaveBeenCalledWith(['Bank', 'Cash'])
})

it('passes uploaded files to `renderFiles`', () => {
  const file = { id: '1', name: 'a.pdf', path: 'p', size: 1, type: 't' }
  render(
    <FieldInput
      field={field('file', { instructionText: 'All pages.' })}
      value={[file]}
      onChange={answer}
      renderFiles={(_field, files) => <p>{files.map((f) => f.name).join()}</p>}
    />,
  )
  expect(screen.getByRole('group', { name: 'Question' })).toBeTruthy()
  expect(screen.getByText('a.pdf')).toBeTruthy()
  expect(screen.getByText('All pages.')).toBeTruthy()
})

it.each<[WorkformField, Answer | undefined, string]>([
  [field('short-text'), undefined, 'Not provided'],
  [field('short-text'), '  ', 'Not provided'],
  [field('checkbox', { options: ['A'] }), [], 'Not provided'],
  [field('checkbox'), true, 'Yes'],
  [field('date'), '2026-03-05', localeDate('2026-03-05')],
  [field('number'), 12.5, '12.5'],
])('shows an answer read-only', (f, value, text) => {
  render(
    <dl>
      <AnswerView field={f} answer={value} />
    </dl>,
  )
  expect(screen.getByRole('definition').textContent).toBe(text)
})

it('shows no choice in place of an option that was renamed', () => {
  show(field('dropdown', { options: ['Sole proprietor', 'LLC or LLP'] }), 'LLC')
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('')
  cleanup()
  show(field('dropdown', { options: ['Sole proprietor', 'LLC or LLP'] }), 'LLC or LLP')
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('LLC or LLP')
})
