import { expect, it } from 'vitest'
import { INCLUDED_EXPORTS, wholeLibraries } from './shared.ts'

const ROUTER = '@tanstack/react-router'

it('finds a library when a remote uses exports that the shell does not include', () => {
  const all = INCLUDED_EXPORTS[ROUTER].join(', ')
  const enough = [
    `import { ${all} } from '${ROUTER}'`,
    `import { Link as L,\n  type AnyRoute,\n  useSearch } from "${ROUTER}"`,
    `import type { AnyRouter } from '${ROUTER}'`,
    `export { Link } from '${ROUTER}'`,
    `import{Link}from'${ROUTER}';`,
    `import { Await } from './mine.ts'\nimport { Link } from '${ROUTER}'`,
    `// What we import\nimport { Link } from '${ROUTER}'`,
    `// ${ROUTER} has more\nimport { useQueries } from './${ROUTER}'`,
  ]
  const more = [
    `import { Link, Await } from '${ROUTER}'`,
    `import{Await as a,Link}from"${ROUTER}";`,
    `import * as router from '${ROUTER}'`,
    `import router from '${ROUTER}'`,
    `import router, { Link } from '${ROUTER}'`,
    `export * from '${ROUTER}'`,
    `const router = await import('${ROUTER}')`,
    `const router = require("${ROUTER}")`,
  ]
  expect(enough.filter((source) => wholeLibraries([source]).length > 0)).toEqual([])
  expect(more.filter((source) => wholeLibraries([source])[0] !== ROUTER)).toEqual([])
  expect(wholeLibraries([...enough, "import { useQueries } from '@tanstack/react-query'"])).toEqual([
    '@tanstack/react-query',
  ])
})
