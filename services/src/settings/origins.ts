// Origins of `WM_PROJECTS`, read when the program starts: what is kept is what every part of the services and every browser reads in the same way.
import * as z from 'zod'
import { OriginListError, readOrigin, writeOrigin } from '../../../src/vocabulary/origin.js'
import { toAsciiDomain } from './domain.js'

/** An entry, written anew in ASCII. What it does not take is named with what is wrong. */
export const originEntry = z
  .string()
  .max(512)
  .transform((entry, { addIssue }) => {
    try {
      return writeOrigin(readOrigin(entry, toAsciiDomain))
    } catch (error) {
      if (!(error instanceof OriginListError)) throw error
      addIssue({ code: 'custom', message: error.message, input: entry })
      return z.NEVER
    }
  })
