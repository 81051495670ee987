// What several features of one context share, such as a cache.

/** A function that makes its result once per context, and forgets it with the context. A `make` that throws is called again. */
export function oncePer<Context extends object, Made>(make: (ctx: Context) => Made): (ctx: Context) => Made {
  const results = new WeakMap<Context, { readonly made: Made }>()
  return (ctx) => {
    const result = results.get(ctx) ?? { made: make(ctx) }
    results.set(ctx, result)
    return result.made
  }
}
