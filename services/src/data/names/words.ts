// Words that make a taken name into a free one.

/** Before the name, with a hyphen. */
export const before: readonly string[] =
  `amber autumn bold brave bright calm clear clever cosy early fair gentle golden grand green
 happy hello honest jolly keen kind little lucky lunar merry mighty misty modern neat noble north polar proud quick quiet rapid royal
 rustic silver simple smart snowy solar south spring summer sunny super swift the tidy true vivid warm wild winter wise`.split(
    /\s+/,
  )

/** After it. */
export const after: readonly string[] = `bay beach brook cloud coast comet coral creek dawn delta dune dusk ember falls farm field
 fjord forest garden glade grove harbor haven hill home island lake leaf maple meadow mill moon moss oak ocean orchard path peak pine
 pond rain reef ridge river rock sky spark star stone storm stream sun trail tree valley wave wind wood`.split(/\s+/)
