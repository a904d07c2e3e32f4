import { describe, expect, it } from 'vitest'
import { scopeStyles, unlimitedRule } from './scope-styles.ts'

const SCOPE = "@scope ([data-remote='mf-x']) to (:scope [data-remote])"
const scopedSheet = (css: string): string =>
  scopeStyles(new Map([['a.css', css]]), 'mf-x')
    .get('a.css')
    ?.replaceAll(/\s*([{};])\s*/g, '$1') ?? ''

describe('rules', () => {
  it('limits rules to the remote, in media queries and layers, too', () => {
    expect(scopedSheet('* { margin: 0 } .btn { color: red; &:hover { color: blue } }')).toBe(
      `${SCOPE}{*{margin: 0}.btn{color: red;&:hover{color: blue}}}`,
    )
    expect(scopedSheet('@media print{p{top:0}@supports (gap:0){p{left:0}}}')).toBe(
      `@media print{${SCOPE}{p{top:0}}@supports (gap:0){${SCOPE}{p{left:0}}}}`,
    )
    expect(scopedSheet('@scope (.card){p{top:0}}')).toBe(`${SCOPE}{@scope (.card){p{top:0}}}`)
  })

  it.each([
    ['body', 'body :scope'],
    [':root', ':root :scope'],
    ['html[lang=de] body.dark::before', 'html[lang=de] body.dark :scope::before'],
    [':where(html, :root)', ':where(html, :root) :scope'],
    ['body > p', 'body > p'],
    ['html.dark .card', 'html.dark .card'],
  ])('applies rules for the page to the element of the remote when the selector is %s', (selector, limited) => {
    expect(scopedSheet(`${selector}{top:0}`)).toBe(`${SCOPE}{${limited}{top:0}}`)
  })

  it('keeps the layers of the build apart from those of the shell', () => {
    expect(scopedSheet('@layer a, b;@layer b.c{p{top:0}@layer d{p{left:0}}}@layer{p{top:0}}')).toBe(
      `@layer mf-x.a, mf-x.b;@layer mf-x.b.c{${SCOPE}{p{top:0}}@layer d{${SCOPE}{p{left:0}}}}` +
        `@layer{${SCOPE}{p{top:0}}}`,
    )
  })
})

describe('names', () => {
  it.each([
    ['@keyframes spin{to{top:0}}', 'animation:spin 1s', '@keyframes mf-x-spin{to{top:0}}', 'animation:mf-x-spin 1s'],
    ['@keyframes "spin"{to{top:0}}', '--a:spin 1s', '@keyframes "mf-x-spin"{to{top:0}}', '--a:mf-x-spin 1s'],
    ['@keyframes top{to{top:0}}', 'transition:top 1s', '@keyframes mf-x-top{to{top:0}}', 'transition:top 1s'],
    ['@property --a{inherits:false}', '--a:var(--a)', '@property --mf-x-a{inherits:false}', '--mf-x-a:var(--mf-x-a)'],
    ['@counter-style o{system:cyclic}', 'list-style:o', '@counter-style mf-x-o{system:cyclic}', 'list-style:mf-x-o'],
    [
      '@font-face{font-family:"My Font"}',
      'font:1em My Font,serif',
      '@font-face{font-family:"mf-x my font"}',
      'font:1em "mf-x my font",serif',
    ],
    [
      '@font-face{font-family:Inter}',
      'font-family:"Inter",Inter Tight',
      '@font-face{font-family:"mf-x inter"}',
      'font-family:"mf-x inter",Inter Tight',
    ],
  ])('puts the name of the remote before names that %s defines', (definition, use, renamed, used) => {
    expect(scopedSheet(`${definition}p{${use}}`)).toBe(`${renamed}${SCOPE}{p{${used}}}`)
  })

  it('renames names that another style sheet of the build defines', () => {
    const sheets = scopeStyles(
      new Map([
        ['a.css', '@keyframes spin{to{top:0}}'],
        ['b.css', 'p{animation-name:spin}'],
      ]),
      'mf-x',
    )
    expect(sheets.get('b.css')).toContain('animation-name:mf-x-spin')
  })
})

it.each([
  ['@import "b.css";', 'a.css imports "b.css". Include imported styles in the build.'],
  ['@page{margin:0}', 'a.css contains @page, which cannot be limited to the remote.'],
  ['@media print{@page{margin:0}}', 'a.css contains @page, which cannot be limited to the remote.'],
  ['p{}\n}body{color:red}', 'a.css has invalid styles: Unexpected } in line 2.'],
])('refuses a style sheet when it contains %s', (css, message) => {
  expect(() => scopedSheet(css)).toThrow(message)
})

describe('unlimitedRule', () => {
  it.each([
    ['p{top:0}', 'p'],
    ["@scope ([data-remote='mf-other']){p{top:0}}", 'p'],
    ['@layer a{@media print{body{top:0}}}', 'body'],
    ['*{--tw-a:0;color:red}', '*'],
    ['*{--tw-a:0}', undefined],
    ['@scope([data-remote=mf-x]){p{&:hover{top:0}}}', undefined],
    ['@keyframes a{to{top:0}}@font-face{font-family:a}', undefined],
  ])('finds the rule that affects the shell in %s', (css, rule) => {
    expect(unlimitedRule(css, 'a.css', 'mf-x')).toBe(rule)
  })
})
