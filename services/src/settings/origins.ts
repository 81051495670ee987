// Origins of `WM_PROJECTS`, read when the program starts: what is kept is what every part of the services and every browser reads in the same way.
import * as z from 'zod'
import { refuseShared } from '../../../src/frame/origins.js'
import { OriginListError, readOrigin, writeOrigin } from '../../../src/vocabulary/origin.js'
import { toAsciiDomain } from './domain.js'
import { sharedBy } from './public-suffixes.js'

/**
 * An entry, written anew in ASCII. What it does not take is named with what is wrong.
 * @param devOrigins also takes wildcards on domains of services where anybody can have a name
 */
export const originEntry = (devOrigins: boolean) =>
  z
    .string()
    .max(512)
    .transform((entry, { addIssue }) => {
      try {
        const pattern = readOrigin(entry, toAsciiDomain)
        refuseShared(entry, pattern, { devOrigins, sharedBy })
        return writeOrigin(pattern)
      } catch (error) {
        if (!(error instanceof OriginListError)) throw error
        addIssue({ code: 'custom', message: error.message, input: entry })
        return z.NEVER
      }
    })
