import type { Page } from '@playwright/test'

/** Runs in the page: finds placeholders with less contrast than WCAG 1.4.3 requires. */
function findFaintPlaceholders(): string[] {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  })
  if (!context) throw new Error('no canvas')
  // A canvas parses and blends colors in any notation.
  const luminanceOf = (color: string, alpha = 1): number => {
    context.globalAlpha = alpha
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data]
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const around = (e: Element | null): Element[] => (e ? [...around(e.parentElement), e] : [])
  return [...document.querySelectorAll(':is(input, textarea):enabled:placeholder-shown')].flatMap((e) => {
    const { color: textColor, opacity } = getComputedStyle(e, '::placeholder')
    const text = e.getAttribute('placeholder') ?? ''
    if (text.trim() === '' || !e.checkVisibility()) return []
    const behind = around(e).reduce(
      (_, each) => luminanceOf(getComputedStyle(each).backgroundColor),
      luminanceOf('Canvas'),
    )
    const [light = 0, dark = 0] = [behind, luminanceOf(textColor, Number(opacity))].sort((a, b) => b - a)
    const contrast = (light + 0.05) / (dark + 0.05)
    return contrast < 4.5 ? [`the placeholder "${text}" has a contrast of ${contrast.toFixed(1)}`] : []
  })
}

/** Reports placeholders with low contrast, which axe does not check. */
export const placeholderProblems = (page: Page): Promise<string[]> => page.evaluate(findFaintPlaceholders)
