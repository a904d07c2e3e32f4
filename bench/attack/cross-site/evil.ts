/** The origin of somebody who means harm. */
export const EVIL = 'https://evil.example'
