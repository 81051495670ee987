// Account names.

export default {}
