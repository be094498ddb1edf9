# Adds the numbers of each row and column of Tables 1 to 4 and 7 in the paper's text, those behind ± apart:
#   awk -f add-s2-mad-numbers.awk s2-mad.txt | sort -V > s2-mad-sums.tsv
# A second reading, by another program than the one that wrote data/published/s2-mad.json. Rows are named by their order.
# A table's caption stands below it, so rows wait in `waiting` for its number.
BEGIN { FS = "\t" }
/^Methods?\t/ { place = 0; open = 1; next }
/^Table [0-9]/ {
  if (open) { table = $0; sub(/^Table /, "", table); sub(/:.*/, "", table); for (k = 1; k <= place; k++) add(table, k, waiting[k]) }
  open = 0
}
!open || NF < 2 || !/pm|±/ { next }
{ line = $0; sub(/^[^\t]*\t/, "", line); waiting[++place] = line }
function add(table, place, line,   fields, n, k, column, parts, m, first, second) {
  gsub(/<[^>]*>|\\pmb/, "", line); gsub(/\\pm/, "±", line); gsub(/\\[a-z]+/, "", line); gsub(/[{}$_\\%()]/, "", line)
  gsub(/ *± */, "±", line)
  n = split(line, fields, /[\t ]+/); column = first = second = 0
  for (k = 1; k <= n; k++) {
    if (fields[k] == "") continue
    column++
    if (fields[k] == "-") continue
    m = split(fields[k], parts, "±")
    sub(/^-/, "", parts[1])
    first += parts[1]; columns[table, column, 1] += parts[1]
    if (m > 1) { second += parts[2]; columns[table, column, 2] += parts[2] }
    if (column > last[table]) last[table] = column
  }
  printf "%d row %d\t%.2f\n%d row %d spread\t%.2f\n", table, place, first, table, place, second
}
END {
  for (table in last) for (k = 1; k <= last[table]; k++)
    printf "%d column %d\t%.2f\n%d column %d spread\t%.2f\n", table, k, columns[table, k, 1], table, k, columns[table, k, 2]
}
