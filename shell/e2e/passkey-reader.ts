import type { Browser, CDPSession } from '@playwright/test'

/** Opens a browser with a fingerprint reader. */
export async function openWithReader(browser: Browser, baseURL: string) {
  const page = await (await browser.newContext({ baseURL })).newPage()
  const device: CDPSession = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    page,
    /** Returns the passkeys on the device. */
    stored: async () => (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}
