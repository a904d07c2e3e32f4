import { expect, it } from 'vitest'
import { call } from './api.ts'
import { idempotent } from './idempotency.ts'

const answer = (status: number, body: unknown, headers = {}) =>
  Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }))

it('gives the parsed answer', async () => {
  expect(await call(answer(200, { items: [] }))).toEqual({ items: [] })
})

it('throws what the problem says, with the fields it names', async () => {
  const errors = [{ path: 'email', message: 'Please enter a valid email address.' }]
  const body = { type: 'x', code: 'invalid_input', title: 'Invalid input', status: 400, detail: 'Some of it.', errors }
  const error = await call(answer(400, body)).catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'invalid_input', title: 'Invalid input', status: 400, errors })
  expect(error).toHaveProperty('message', 'Invalid input: Some of it.')
})

it('makes a sentence of an answer that is none of the portal’s', async () => {
  await expect(call(answer(502, '<html>bad gateway', { 'retry-after': '5' }))).rejects.toMatchObject({
    code: 'unknown',
    status: 502,
    detail: 'Please try again later.',
    retryAfter: 5,
  })
})

it('repeats with one key, and makes a new one for a new intention', () => {
  expect(idempotent('k')).toEqual({ headers: { 'Idempotency-Key': 'k' } })
  expect(idempotent()).not.toEqual(idempotent())
})
