import { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from 'node:timers'
import { afterAll } from 'vitest'

/**
 * Uses the timers of Node, because Testing Library waits for React with them, and those of happy-dom fire in another
 * order. Ends them with the page, as browsers do: otherwise they find no window. A closed toast, for example, is
 * removed 200 ms later.
 */
const started: NodeJS.Timeout[] = []
let isOver = false

const endWithPage: ProxyHandler<typeof setTimeout | typeof setInterval> = {
  apply(start, self, args) {
    const timer = Reflect.apply(start, self, args) as NodeJS.Timeout
    if (isOver) clearTimeout(timer)
    else started.push(timer)
    return timer
  },
}
Object.assign(globalThis, {
  clearInterval,
  clearTimeout,
  setImmediate,
  setTimeout: new Proxy(setTimeout, endWithPage),
  setInterval: new Proxy(setInterval, endWithPage),
})

afterAll(() => {
  isOver = true
  for (const timer of started) clearTimeout(timer)
})
