import { expect, it } from 'vitest'
import { PersonalLine } from './clients.ts'
import { personalLineProblem } from './personal-line.ts'

it('accepts a sentence with dates and short numbers', () => {
  for (const text of [
    'It was good to meet you on 11/23/2026!',
    'Please bring the 2025 statements, and 3 payslips.',
    'At 3 p.m., e.g. with Dr. J. de Vries (Ph.D.).',
    'The first is due on 12/1/26, the others on 01.12.2026, 24.12.2026, at 14:30.',
    'Let’s talk on 2026-12-01 at 14:30 — thank you 😀',
    '',
  ])
    expect(personalLineProblem(text)).toBeUndefined()
})

it('refuses links, addresses and numbers to call, also when they are disguised', () => {
  const links = [
    'see www.example.com',
    'https://example.org/x',
    'paypal.com now',
    'your-bank.support',
    'paypal．com now',
    'an ending of.whatever kind',
    'pay\u200Bpal.com',
  ]
  for (const text of links) expect(personalLineProblem(text)).toContain('web address')
  expect(personalLineProblem('write to me@home')).toContain('email address')
  expect(personalLineProblem('mail me＠home')).toContain('email address')
  for (const text of ['call +1 (555) 010-0199', 'call 555 0100', 'code 483920', 'call ５５５０１００'].concat(
    ['call 555-12-3456', 'call 5550-10-0199', 'call 5551.23.4567', 'call 555•010•0199', 'call 5 5 5 - 0 1 0 0'],
    ['call ٠١٢٣٤٥٦٧', 'call 555 _ 0100'],
  ))
    expect(personalLineProblem(text)).toContain('phone number')
  expect(personalLineProblem('x'.repeat(201))).toBe('Please use at most 200 characters.')
})

it('becomes one line of visible text', () => {
  expect(PersonalLine.parse(' Welcome\n\nto\u202E us\t! ')).toBe('Welcome to us !')
  expect(PersonalLine.parse(' \u200B ')).toBeNull()
  expect(PersonalLine.parse(undefined)).toBeNull()
})
