import { resetScreen } from '@portal/kit/testing/reset-screen'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { field, show } from '../testing/fixtures.tsx'
import { Preview } from './preview.tsx'
import { sectionsFrom } from './sections.ts'

afterEach(resetScreen)

const preview = () => {
  const required = { required: true, answerRequired: true }
  const fields = [field('a', 'Legal name'), field('b', 'Tax number', 'General', required)]
  show(<Preview state={{ name: 'Intake', description: '', sections: sectionsFrom(fields) }} />)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('shows what clients can say in place of an answer, as they see it', async () => {
  preview()
  expect(screen.queryByRole('button', { name: 'I can’t answer this question: Tax number' })).toBeNull()
  await press('I can’t answer this question: Legal name')
  await press('Someone else has it')
  const panel = screen.getByRole('group', { name: 'Legal name: Someone else has it' })
  await waitFor(() => expect(document.activeElement).toBe(panel))
  await userEvent.type(screen.getByLabelText('Who has it? (optional)'), 'My accountant')
  expect(screen.getByLabelText('Who has it? (optional)')).toHaveProperty('value', 'My accountant')
  await press('Answer instead')
  await userEvent.type(screen.getByLabelText('Legal name'), 'Bluebird')
  expect(screen.queryByRole('button', { name: 'I can’t answer this question: Legal name' })).toBeNull()
})

it('shows how clients ask about a question, and sends nothing', async () => {
  preview()
  await press('I can’t answer this question: Legal name')
  await press("I don't understand")
  await userEvent.type(screen.getByLabelText('What is unclear? (optional)'), 'Which one?')
  await press('Ask your bookkeeper')
  expect(screen.getByRole('group', { name: "Legal name: I don't understand" })).toBeDefined()
})
