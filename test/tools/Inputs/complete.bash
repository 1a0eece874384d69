# Prints what bash would offer: complete.bash SCRIPT WORD…, where the last word is what stands before the cursor.
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_weir "$1" 2>/dev/null
printf '%s\n' "${COMPREPLY[@]}"
