import { afterEach, expect, test, vi } from 'vitest'
import { keepFocus, focusHeading } from './focus.ts'

let stop: (() => void) | undefined
afterEach(() => {
  stop?.()
  stop = undefined
  document.body.replaceChildren()
  document.title = ''
})

const at = (id: string): HTMLElement => {
  const element = document.getElementById(id)
  if (!element) throw new Error(`no element ${id}`)
  return element
}

function show(html: string): void {
  document.body.innerHTML = html
  stop = keepFocus()
}

const focused = (id: string) => vi.waitFor(() => expect(document.activeElement?.id).toBe(id))

test('focuses the next row when the focused one is removed, or else the previous one', async () => {
  show(
    `<ul>
      <li id="a"><button id="a1">A</button></li>
      <li id="b"><button id="b1">B</button></li>
      <li id="c"><button id="c1">C</button></li>
    </ul>`,
  )
  at('b1').focus()
  at('b').remove()
  await focused('c1')
  at('c').remove()
  await focused('a1')
})

test('focuses the next row when a dialog closes and the row that opened it is gone', async () => {
  show(
    `<ul><li id="a"><button id="a1">A</button></li><li id="b"><button id="b1">B</button></li></ul>
    <div id="d"><button id="ok">OK</button></div>`,
  )
  at('a1').focus()
  at('ok').focus()
  at('a').remove()
  at('d').remove()
  await focused('b1')
})

test('focuses the first field when one step replaces another', async () => {
  show('<main><div id="card"><form id="one"><button id="next">Next</button></form></div></main>')
  at('next').focus()
  at('one').outerHTML = '<form><input type="text" hidden><input id="password"><button>Save</button></form>'
  await focused('password')
})

test('focuses the heading when only the page is left, and never the start of a list', async () => {
  show(
    `<main>
      <h1 id="title">Chat</h1>
      <div><ol><li><button>first</button></li><li><button id="last">last</button></li></ol></div>
    </main>`,
  )
  at('last').focus()
  at('last').remove()
  await focused('title')
})

test('does nothing when a component moves the focus itself', async () => {
  show(
    `<ul><li id="a"><button id="a1">A</button></li><li><button id="b1">B</button></li></ul>
    <button id="own">own</button>`,
  )
  at('a1').focus()
  at('a').remove()
  await Promise.resolve()
  at('own').focus()
  await new Promise((done) => setTimeout(done, 100))
  expect(document.activeElement?.id).toBe('own')
})

test('focuses the heading when another page opens, unless the focus is in the page already', async () => {
  document.body.innerHTML =
    '<aside><a id="link" href="/b">B</a></aside><main><h1 id="title">B</h1><input id="field"></main>'
  let navigate: (event: { pathChanged: boolean }) => void = () => undefined
  stop = focusHeading({
    subscribe: (_: string, listen: unknown) => {
      navigate = listen as typeof navigate
      return () => undefined
    },
  })
  at('link').focus()
  navigate({ pathChanged: false })
  document.title = 'B · Client Portal'
  await Promise.resolve()
  expect(document.activeElement?.id).toBe('link')
  navigate({ pathChanged: true })
  document.title = 'Client Portal'
  await Promise.resolve()
  expect(document.activeElement?.id).toBe('link')
  document.title = '(2) C · Client Portal'
  await focused('title')
  navigate({ pathChanged: true })
  at('field').focus()
  document.title = 'D · Client Portal'
  await Promise.resolve()
  expect(document.activeElement?.id).toBe('field')
})

test('focuses the next toast when one is closed, and the page after the last one', async () => {
  show(
    `<main><button id="page">Page</button></main>
    <section>
      <ol data-sonner-toaster>
        <li id="a"><button id="a1">Close</button></li>
        <li id="b"><button id="b1">Close</button></li>
      </ol>
    </section>`,
  )
  at('page').focus()
  at('a1').focus()
  at('a').remove()
  await focused('b1')
  document.querySelector('ol')?.remove()
  await focused('page')
})
