import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

function runs(path: string): boolean {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Returns the path of a Chromium. Prefers the headless build from npm (Linux x64), which needs a third less CPU time,
 * and falls back to the installed browser when that does not run, such as without a system library.
 */
export async function browserPath(): Promise<string> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: chromium } = await import('@sparticuz/chromium')
    const path = await chromium.executablePath()
    if (runs(path)) return path
  }
  const installed = INSTALLED.find((path) => existsSync(path))
  if (!installed) throw new Error('The browser tests need Chromium or Chrome.')
  return installed
}
