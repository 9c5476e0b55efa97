;;; check.el --- Checks `tally lsp' in Emacs without a window, with Eglot  -*- lexical-binding: t; -*-

;; emacs --batch -Q -l check.el, with TALLY, TALLY_STORE_OF_TEST, TALLY_FOLDER and TALLY_ROOT. Exits with 1 on a difference.

;;; Code:

(require 'package)
(package-initialize)
(add-to-list 'load-path (concat (getenv "TALLY_ROOT") "/Support/editors/emacs"))
(require 'tally)

(setq tally-command (list (getenv "TALLY") "lsp" "--now" "2026-06-30T18:20:00+02:00")
      tally-options (list :store (getenv "TALLY_STORE_OF_TEST") :zone "Europe/Berlin")
      eglot-autoreconnect nil
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil)

(defvar failures 0)
(defvar checks 0)

(defun check (right message &rest values)
  (setq checks (1+ checks))
  (unless right
    (setq failures (1+ failures))
    (message "! %s" (apply #'format message values))))

(defun same (found expected what)
  (check (equal found expected) "%s: %S instead of %S" what found expected))

(defmacro wait (condition)
  "Wait until CONDITION holds, for at most 15 seconds, and return its value."
  `(let ((end (+ (float-time) 15)) value)
     (while (and (not (setq value ,condition)) (< (float-time) end)) (accept-process-output nil 0.05))
     value))

(defun line (number)
  (save-excursion (goto-char (point-min)) (forward-line (1- number)) (buffer-substring-no-properties (point) (line-end-position))))

(defun find (text)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun findings ()
  "The errors as (line text-that-is-marked), in order."
  (let (found)
    (dolist (each (flymake-diagnostics))
      (when (string-match-p "error" (format "%s" (flymake-diagnostic-type each)))
        (push (list (line-number-at-pos (flymake-diagnostic-beg each))
                    (buffer-substring-no-properties (flymake-diagnostic-beg each) (flymake-diagnostic-end each)))
              found)))
    (sort found (lambda (a b) (< (car a) (car b))))))

(let ((file (expand-file-name "mistakes.tally" (getenv "TALLY_FOLDER"))))
  (with-temp-file file
    (set-buffer-file-coding-system 'utf-8)
    (insert "let walked = sum steps by day last 7 days\nsum stepz by day\nsum steps where source is \"iPhone 😀ü\" by dayz\n"
            "SUM   steps   BY week\nwalked | top 3\n"))
  (find-file file)
  (same major-mode 'tally-mode "mode")
  (let ((eglot-sync-connect 15)) (call-interactively #'eglot))
  (check (eglot-current-server) "no server")
  (flymake-mode 1)
  (wait (progn (flymake-start) (>= (length (findings)) 2)))
  (same (findings) '((2 "stepz") (3 "dayz")) "findings")

  ;; Hover.
  (find "walked | top")
  (let* ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams)))
         (value (plist-get (plist-get hover :contents) :value)))
    (check (and value (string-match-p "let walked = sum steps by day last 7 days" value)) "hover: %S" hover))

  ;; Completion, as M-TAB does it.
  (goto-char (point-max))
  (insert "sum steps by weekd")
  (completion-at-point)
  (check (string-prefix-p "sum steps by weekday" (line 6)) "completion: %S" (line 6))
  (delete-region (line-beginning-position) (point-max))

  ;; A new name.
  (find "walked | top")
  (eglot-rename "far")
  (same (line 5) "far | top 3" "a new name")
  (same (line 1) "let far = sum steps by day last 7 days" "a new name at its definition")

  ;; The definition.
  (find "far | top")
  (let ((places (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
    (same (length places) 1 "definitions"))

  ;; A fix.
  (find "stepz")
  (eglot-code-actions (point) (+ (point) 5) "quickfix" t)
  (same (line 2) "sum steps by day" "the fixed line")

  ;; Layout.
  (eglot-format-buffer)
  (same (line 4) "sum steps by week" "layout")

  ;; Answers below statements.
  (find "far | top")
  (tally-run)
  (let ((shown (seq-filter (lambda (each) (overlay-get each 'tally)) (overlays-in (point-min) (point-max)))))
    (same (length shown) 1 "answers")
    (check (string-match-p "2026-06-24 to 2026-07-01 · Europe/Berlin · by day · 3 rows" (overlay-get (car shown) 'after-string)) "answer: %S" shown)
    (same (line-number-at-pos (overlay-start (car shown))) 5 "the line of the answer"))
  (tally-run)
  (same (length (seq-filter (lambda (each) (overlay-get each 'tally)) (overlays-in (point-min) (point-max)))) 1 "answers after a second time")
  (tally-clear)
  (same (seq-filter (lambda (each) (overlay-get each 'tally)) (overlays-in (point-min) (point-max))) nil "after the answers are removed")
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot-current-server)))

(message "%d checks in Emacs %s, %d differences" checks emacs-version failures)
(kill-emacs (if (zerop failures) 0 1))
;;; check.el ends here
