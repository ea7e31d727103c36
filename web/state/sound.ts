import { settings } from '../settings/settings.js'

/**
 * Plays short tones if the device's settings allow them. Browsers play none before the user has
 * interacted with the page.
 */
let context: AudioContext | null = null

const TONES = {
  fill: [660, 880],
  alert: [880, 660, 880],
  request: [520, 780],
  short: [880, 880],
} as const
const TONE_SEC = 0.12
const LOUDNESS = 0.15

export function play(which: keyof typeof TONES): void {
  if (!settings.value.sound) return
  try {
    context ??= new AudioContext()
    void context.resume()
    for (const [i, pitch] of TONES[which].entries()) tone(context, pitch, i * TONE_SEC)
  } catch {
    // Without sound the notification is still shown.
  }
}

function tone(audio: AudioContext, pitch: number, after: number): void {
  const start = audio.currentTime + after
  const [source, loudness] = [audio.createOscillator(), audio.createGain()]
  source.frequency.value = pitch
  loudness.gain.setValueAtTime(LOUDNESS, start)
  loudness.gain.exponentialRampToValueAtTime(0.001, start + TONE_SEC)
  source.connect(loudness).connect(audio.destination)
  source.start(start)
  source.stop(start + TONE_SEC)
}
