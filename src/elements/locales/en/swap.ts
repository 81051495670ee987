// Swapping.

export default {}
